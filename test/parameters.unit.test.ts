import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports'

const MOST = 4

/** Functions from before the rule, by file and name. Take out what you mend; the first one has the signature of Remix. */
const EXCEPTIONS = [
  'entry.server.tsx handleRequest',
  ...['week.ts change', 'horse-choice.ts horseChoice', 'unsent.ts tapped', 'record-unsent.server.ts look'],
  ...[
    'move-in.server.ts writeWeek',
    'move-in.server.ts withRider',
    'waitlist.server.ts join',
    'other-work.server.ts note',
  ],
  ...['add-rider.server.ts addToLesson', 'add-rider.server.ts addRidersToLesson', 'edit-lesson.server.ts horsesOf'],
  ...['rest-horse.server.ts restHorse', 'set-horses.server.ts changedMeanwhile', 'move-rider.server.ts moveRider'],
  ...[
    'remove-rider.server.ts removeFromLesson',
    'set-instructor.server.ts setInstructor',
    'take-place.server.ts changePlace',
  ],
  ...[
    'horse-limit.server.ts checkLimits',
    'horse-plan.ts choose',
    'wish.server.ts log',
    'teaching.server.ts refuseMark',
  ],
  ...['changed-days.ts changesOf', 'edit.ts editLesson', 'edit.ts editOnce', 'edit.ts editWeekly', 'rider.ts addRider'],
  ...['rider.ts removeRider', 'rider.ts leaveWeekly', 'rider.ts endWeekly', 'book-rows.server.ts loadBook'],
  ...['lesson-version.server.ts requireUnchanged', 'horse-choices.ts horseChoices'],
]

/** Returns the name of a function, or of what it is assigned to. */
const nameOf = (node: ts.SignatureDeclaration): string =>
  (node.name ?? (node.parent as Partial<ts.NamedDeclaration>).name)?.getText() ?? 'a function without a name'

function tooLong(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.length > MOST) found.push(`${path.basename(file)} ${nameOf(node)}`)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

test('No function takes more than four parameters: what belongs together is one object with a name', () => {
  expect(
    sourceFiles('app')
      .flatMap(tooLong)
      .filter((found) => !EXCEPTIONS.includes(found)),
  ).toEqual([])
})
