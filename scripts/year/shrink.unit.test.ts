import { expect, test } from 'vitest'
import { plan, type Step } from './plan'
import type { Ran } from './run'
import { shrink } from './shrink'

test('One seed gives the same steps again, and another one others', () => {
  expect(plan(7, 5)).toEqual(plan(7, 5))
  expect(plan(7, 5)).not.toEqual(plan(8, 5))
  expect(plan(7, 5).map(({ index }) => index)).toEqual(plan(7, 5).map((_, n) => n))
})

test('Only the steps that are needed for a failure are left', async () => {
  const steps = plan(1, 3)
  const [needed, last] = [steps[5]!.index, steps.at(-1)!.index]
  const fails = async (taken: Step[]) => {
    const has = (index: number) => taken.some((step) => step.index === index)
    return has(needed) && has(last) ? ({ taken } as Ran) : null
  }
  const { taken } = await shrink(steps, fails, () => undefined)
  expect(taken.map(({ index }) => index)).toEqual([needed, last])
})

test('A failure that does not come back is said to be one', async () => {
  await expect(
    shrink(
      plan(1, 1),
      async () => null,
      () => undefined,
    ),
  ).rejects.toThrow('did not fail again')
})
