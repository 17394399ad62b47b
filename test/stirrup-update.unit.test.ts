import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/**
 * A fake Docker: it records its calls, with the version in the folder, and fails on calls that match a pattern in the
 * file `broken`, one per line.
 */
const DOCKER = `#!/bin/sh
asked="$* @$(cat version)"
echo "$asked" >>"$WORLD/asked"
case "$*" in
  *--new-key) echo BACKUP_KEY=AGE-SECRET-KEY-1TEST ;;
  'compose logs stirrup') echo 'stirrup-1 | {"message":"no administrator yet: open this address once","link":"https://school.example/first/x"}' ;;
esac
! echo "$asked" | grep -qEf "$WORLD/broken"
`

let world: string
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
const asked = () => readFileSync(path.join(world, 'asked'), 'utf8').trim().split('\n')
const version = () => readFileSync(path.join(world, 'school/deploy/version'), 'utf8').trim()

function release(name: string) {
  writeFileSync(path.join(world, 'origin/deploy/version'), `${name}\n`)
  git(path.join(world, 'origin'), 'add', '.')
  git(path.join(world, 'origin'), 'commit', '--quiet', '--message', name)
}

/** Runs a script of the school's copy. Returns its exit code and everything printed. */
function run(script: string, args: string[] = [], broken = '^$') {
  writeFileSync(path.join(world, 'broken'), `${broken}\n`)
  writeFileSync(path.join(world, 'asked'), '')
  const { status, stdout, stderr } = spawnSync(path.join(world, 'school/deploy', script), args, {
    encoding: 'utf8',
    env: { ...process.env, WORLD: world, PATH: `${path.join(world, 'bin')}:${process.env.PATH}` },
  })
  return { status, printed: stdout + stderr }
}

beforeEach(() => {
  world = mkdtempSync(path.join(tmpdir(), 'stirrup-deploy-'))
  for (const folder of ['bin', 'origin/deploy']) mkdirSync(path.join(world, folder), { recursive: true })
  for (const [name, text] of Object.entries({ docker: DOCKER, sleep: '#!/bin/sh\n' })) {
    writeFileSync(path.join(world, 'bin', name), text)
    chmodSync(path.join(world, 'bin', name), 0o755)
  }
  git(path.join(world, 'origin'), 'init', '--quiet', '--initial-branch=main')
  for (const script of ['stirrup-up', 'stirrup-update']) {
    cpSync(path.join('deploy', script), path.join(world, 'origin/deploy', script))
  }
  cpSync('.gitignore', path.join(world, 'origin/.gitignore'))
  release('1')
  git(world, 'clone', '--quiet', 'origin', 'school')
  const { status, printed } = run('stirrup-up', ['school.example'])
  expect(status).toBe(0)
  expect(printed).toContain('makes the first: https://school.example/first/x\n')
  release('2')
})
afterEach(() => rmSync(world, { recursive: true, force: true }))

test('The first start writes the settings once: the name, a secret, and a key for backups that the user is told to keep', () => {
  const file = path.join(world, 'school/deploy/.env')
  const settings = readFileSync(file, 'utf8')
  expect(settings).toMatch(
    /^SCHOOL_DOMAIN=school\.example\nSESSION_SECRET=[\w+/]{43}=\nBACKUP_KEY=AGE-SECRET-KEY-1TEST\n$/,
  )
  const { status, printed } = run('stirrup-up')
  expect(status).toBe(0)
  expect(printed).toMatch(/^Stirrup answers: https:\/\/school\.example\n/)
  expect(readFileSync(file, 'utf8')).toBe(settings)
})

test('A key that is named and empty is none: one is made, on a line of its own', () => {
  const file = path.join(world, 'school/deploy/.env')
  writeFileSync(file, 'SCHOOL_DOMAIN=school.example\nBACKUP_KEY=')
  expect(run('stirrup-up')).toMatchObject({ status: 0, printed: expect.stringContaining('Backups will be encrypted.') })
  expect(readFileSync(file, 'utf8')).toBe(
    'SCHOOL_DOMAIN=school.example\nBACKUP_KEY=\nBACKUP_KEY=AGE-SECRET-KEY-1TEST\n',
  )
})

test('A name that differs from the settings’, or is invalid, is refused and changes nothing', () => {
  const file = path.join(world, 'school/deploy/.env')
  expect(run('stirrup-up', ['other.example'])).toMatchObject({
    status: 1,
    printed: 'deploy/.env names school.example. For another name, change SCHOOL_DOMAIN there.\n',
  })
  rmSync(file)
  for (const name of ['https://school.example', 'a b', '-x', 'x$y']) {
    expect(run('stirrup-up', [name])).toMatchObject({
      status: 1,
      printed: expect.stringContaining('is not a server name'),
    })
    expect(existsSync(file)).toBe(false)
  }
})

test('Without a name for the school, nothing is written and nothing starts', () => {
  rmSync(path.join(world, 'school/deploy/.env'))
  const { status, printed } = run('stirrup-up')
  expect(status).not.toBe(0)
  expect(printed).toContain('Usage: stirrup-up SCHOOL.EXAMPLE')
  expect(existsSync(path.join(world, 'school/deploy/.env'))).toBe(false)
  expect(asked()).toEqual([''])
})

test('An update makes and tests a backup with the old version, and starts the new one once it is built', () => {
  expect(run('stirrup-update')).toMatchObject({ status: 0 })
  expect(version()).toBe('2')
  expect(asked().map((line) => line.replace(/(exec|run --rm --no-deps) -T stirrup node /, '$1 '))).toEqual([
    'compose run --rm --no-deps build/node/scripts/backup.js --keep=30 @1',
    'compose run --rm --no-deps build/node/scripts/restore.js --check @1',
    'image tag stirrup stirrup:before @1',
    'compose build --pull stirrup @2',
    'compose pull proxy @2',
    'image inspect stirrup @2',
    'compose up --detach @2',
    expect.stringMatching(/^compose exec -e fetch.*healthz.* @2$/),
    'compose logs stirrup @2',
    'compose exec build/node/scripts/doctor.js @2',
    'image prune --force @2',
    'builder prune --force --filter until=720h @2',
  ])
})

test('The proxy restarts only if its file has changed', () => {
  expect(run('stirrup-update')).toMatchObject({ status: 0 })
  expect(asked().filter((line) => line.includes('restart'))).toEqual([])
  writeFileSync(path.join(world, 'origin/deploy/Caddyfile'), 'school.example\n')
  release('3')
  expect(run('stirrup-update')).toMatchObject({ status: 0 })
  expect(asked().filter((line) => line.includes('restart'))).toEqual(['compose restart proxy @3'])
})

test.each([
  ['A backup that fails', 'backup.js', ['1', false]],
  ['A backup that cannot be restored', 'restore.js', ['1', false]],
  ['A build that fails', 'compose build', ['1', true]],
  ['A new version that cannot start', 'compose up --detach @2', ['1', true]],
  ['A new version that does not answer', 'healthz.*@2', ['1', true]],
])('%s keeps or restores the old version', (_, broken, [left, isTagged]) => {
  expect(run('stirrup-update', [], broken).status).not.toBe(0)
  expect(version()).toBe(left)
  expect(asked().includes('image tag stirrup:before stirrup @2')).toBe(isTagged)
  const started = asked().filter((line) => line.startsWith('compose up'))
  expect(started.at(-1) ?? 'compose up --detach @1').toBe('compose up --detach @1')
})

test('While an update runs, a second one is refused', async () => {
  const holds = spawn('flock', [path.join(world, 'school/deploy/update.lock'), 'sh', '-c', 'echo held; cat'])
  await once(holds.stdout, 'data')
  try {
    expect(run('stirrup-update')).toMatchObject({ status: 1, printed: expect.stringContaining('Another update') })
  } finally {
    holds.stdin.end()
  }
  expect(version()).toBe('1')
})

test('If neither version answers, the message names the backup', () => {
  const { status, printed } = run('stirrup-update', [], 'healthz')
  expect(status).toBe(1)
  expect(printed).toContain('Neither version answers. The backup of step 1 is whole')
})

test('A version can be given, to go back as well', () => {
  expect(run('stirrup-update').status).toBe(0)
  expect(run('stirrup-update', ['HEAD~1']).status).toBe(0)
  expect(version()).toBe('1')
  expect(run('stirrup-update', ['no-such-version']).status).not.toBe(0)
})

test('Files that were changed by hand are not overwritten', () => {
  writeFileSync(path.join(world, 'school/deploy/version'), 'mine\n')
  expect(run('stirrup-update')).toMatchObject({ status: 1, printed: expect.stringContaining('git status') })
  expect(version()).toBe('mine')
})
