import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { variables } from '~/platform/env/variables'
import { parseEnv } from '~/platform/env.server'

const read = (file: string) => readFileSync(file, 'utf8')
const operations = read('docs/operations.md')
const container = read('Dockerfile')
const compose = read('deploy/compose.yaml')
const { scripts, engines, version } = JSON.parse(read('package.json')) as {
  version: string
  scripts: Record<string, string>
  engines: { node: string }
}
/** Returns the rest of each line with this beginning. */
const lines = (text: string, begins: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(begins) ? line.slice(begins.length) : []))
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, one]) => one ?? ''))]

const behindProxy = parseEnv({
  ...{ DATA_DIR: '/data', APP_URL: 'https://school.example', TRUST_PROXY: '1' },
  SESSION_SECRET: 'q3vXz7Lr0TbNc5WkYd8HmPj2SgFe9AuR',
  BACKUP_KEY: 'none',
})

test('The proxy reaches the application’s address, alone and in containers', () => {
  const [to] = lines(read('deploy/Caddyfile').replaceAll('\t', ''), 'reverse_proxy ')
  const { host, port } = behindProxy
  expect(to).toBe(`{$SCHOOL_SERVER:${host}:${port}} {`)
  expect(compose).toContain(`SCHOOL_SERVER: stirrup:${port}\n`)
  expect(lines(read('deploy/stirrup.socket'), 'ListenStream=')).toEqual([`${host}:${port}`])
})

test('Service and container run the command of npm start, and stop on its signal', () => {
  const [command = ''] = lines(read('deploy/stirrup.service'), 'ExecStart=/usr/bin/')
  expect(command).toBe(scripts.start)
  expect(JSON.parse(lines(container, 'CMD ')[0] ?? '').join(' ')).toBe(scripts.start)
  expect(lines(container, 'STOPSIGNAL ')).toEqual(['SIGTERM'])
})

test('Service, container and page name the same version of Node, which package.json allows', () => {
  const [, image] = /node:(\d+)-/.exec(container) ?? []
  expect(operations).toContain(`\nNode ${image}. (${engines.node.replace('>=', '')} works`)
})

test('The container contains the tree, has its data folder, and runs as a user who is not root', () => {
  const copied = lines(container, 'COPY --from=build /app/').map((line) => line.split(' ')[0] ?? '')
  expect(copied.filter((file) => !existsSync(file))).toEqual([])
  expect(copied).toEqual(expect.arrayContaining(['build', 'node_modules', 'prisma/migrations']))
  expect(container).toMatch(/^ENV .*DATA_DIR=\/data .*PORT=3000 container=oci$/m)
  expect(lines(container, 'USER ')).toEqual(['10001:10001'])
})

test('Only the proxy’s ports are published, everything is stored in volumes, and no container has more rights than it needs', () => {
  const [, ours = ''] = compose.split('\nservices:')
  const services = ours.split(/\n {2}(?=\w+:\n {4})/).slice(1)
  const [stirrup = '', proxy = '', backup = ''] = services
  expect(services.filter((service) => service.includes('ports:'))).toEqual([proxy])
  for (const service of [stirrup, backup]) {
    expect(service).toContain('image: stirrup\n')
    expect(service).toContain('- data:/data\n')
    expect(service).toMatch(/read_only: true\n {4}cap_drop: \[ALL\]\n {4}security_opt: \['no-new-privileges'\]/)
  }
  for (const name of ['data', 'certificates'])
    expect(compose).toMatch(new RegExp(`\\nvolumes:\\n(?: .*\\n)* {2}${name}:\\n`))
})

test('The container is built in the format that supports its health check', () => {
  for (const text of [container, operations]) {
    const builds = found(text, /(podman build [^`\n]*)/g)
    expect(builds).toEqual(['podman build --format docker -t stirrup .'])
  }
})

test('Each file and command that operations.md and owner.md name exists', () => {
  const files = found(operations + read('docs/owner.md'), /\b(deploy\/[\w-][\w.-]*\w)(?![\w*])/g)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const commands = found(operations, /npm run ([\w:-]+)/g)
  expect(commands.length).toBeGreaterThan(10)
  expect(commands.filter((name) => !scripts[name])).toEqual([])
  // A server has no development packages.
  const onServers = found(operations, /(?:stirrup-run|scripts)[ /]([a-z-]+)(?:\.js|\b)/g).filter((one) => scripts[one])
  expect(onServers).toEqual(expect.arrayContaining(['backup', 'doctor']))
  expect(onServers.filter((name) => !read('scripts/bundle.mjs').includes(`'scripts/${name}.ts'`))).toEqual([])
})

test('A command runs in the tree that is in place, or in a new one beside it, as the upgrade asks before the swap', () => {
  const bin = mkdtempSync(path.join(tmpdir(), 'stirrup-run-'))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  writeFileSync(path.join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const [, upgrade = ''] = operations.split('\n## Upgrade\n')
  const [, root = ''] = /`ROOT=(\S+) deploy\/stirrup-run doctor`[^#]*swap the trees/.exec(upgrade) ?? []
  const folderOf = (more: Record<string, string> = {}) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...more }
    const asked = execFileSync('deploy/stirrup-run', ['doctor'], { encoding: 'utf8', env })
    expect(asked).toContain('\nbuild/node/scripts/doctor.js\n')
    return lines(asked, '--property=WorkingDirectory=')
  }
  expect([folderOf(), folderOf({ ROOT: root })]).toEqual([['/opt/stirrup'], ['/opt/stirrup.new']])
})

/** Settings of our own programs and tests. */
const INTERNAL = ['STIRRUP_MODE', 'DATABASE_EMBEDDED', 'SANDBOX_URL']

test('The table in operations.md lists every setting, and nothing else', () => {
  const [, table = ''] = operations.split('| setting | needed | default |')
  const rows = table.split('\n\n')[0] ?? ''
  const named = rows.split('\n').flatMap((row) => found(row.split('|')[1] ?? '', /`([A-Z_]+)`/g))
  const known = Object.keys(variables.shape)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !rows.includes(`\`${name}\``) && !INTERNAL.includes(name))).toEqual([])
})

test('The installation guide has a step for each thing that a school needs before it starts', () => {
  const [, install = ''] = operations.split('\n## Install\n')
  const steps = install.split('\n## ')[0] ?? ''
  const needed = [
    'memory',
    '/etc/stirrup.env',
    'systemctl enable',
    'deploy/Caddyfile',
    'TRUST_PROXY=1',
    'firewall',
    'createdb',
  ]
  expect(needed.filter((step) => !steps.includes(step))).toEqual([])
})

test('The newest release notes are those of this version, with its release date', () => {
  const [newest] = lines(read('CHANGELOG.md'), '## ')
  expect(newest).toMatch(/^\d+\.\d+\.\d+ \([A-Z][a-z]+ \d{1,2}, \d{4}\)$/)
  expect(newest).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} `))
})
