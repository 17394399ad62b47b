import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// One first asks whether the database can be reached, the other asks for its work at once.
test.each(['migrate dev', 'db pull'])('prisma %s names the commands that replace it', (command) => {
  const args = ['node_modules/prisma/build/index.js', ...command.split(' ')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout + stderr).toContain('npm run migration -- <name>')
  expect(stdout + stderr).toContain('npm run migrate ')
  expect(status).toBe(1)
})
