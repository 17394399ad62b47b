import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// One asks whether the database can be reached first, the other asks for its work at once.
test.each(['migrate dev', 'db pull'])('prisma %s names the commands that stand in its place', (command) => {
  const args = ['node_modules/prisma/build/index.js', ...command.split(' ')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout + stderr).toContain('npm run migration -- <name>')
  expect(stdout + stderr).toContain('npm run migrate ')
  expect(status).toBe(1)
})
