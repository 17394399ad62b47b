import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { RadioCards } from '~/components/form/radio-cards'
import { useRowAnswer } from '~/components/form/row-form'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { restoreHorse } from '~/models/schedule/change/horses/remove-horse.server'
import { addHorse, listHorses, saveHorse } from '~/models/schedule/horses/horse.server'
import { findFirstGoal, HORSES, saveFirstGoal } from '~/models/schedule/horses/plan/first-goal.server'
import { firstGoalSchema, horseIdField, saveHorseSchema } from '~/models/schedule/vocabulary/horse.schema'
import { formatRest } from '~/models/schedule/vocabulary/rest'
import { listCare, sayDue } from '~/models/schedule/workload/care.server'
import { settingVersion } from '~/models/school/settings-changes.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { versionOf, withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { SettingsList } from '../settings/settings-list'
import { horseList } from './horse-param'
import { HorseRow } from './horse-row'
import { formatRides } from './say-rides'

export const meta: MetaFunction = () => [{ title: 'Manage Horses' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [horses, horseGoal, { due }] = await Promise.all([listHorses(), findFirstGoal(), listCare()])
  return {
    goal: { value: horseGoal, version: await settingVersion(HORSES, { horseGoal }) },
    horses: horses.map((horse) => {
      const { dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat } = horse
      const resting = formatRest(horse.rest, today())
      const care = due.filter(({ horseId }) => horseId === horse.id).map(sayDue)
      const version = versionOf({ dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat })
      return { ...horse, care, resting, version }
    }),
  }
}

const addressOf = (request: Request) => paths.manageHorses(horseList(new URL(request.url)))

export const action = byIntent({
  save: formAction({
    guard: requireAdmin,
    schema: saveHorseSchema,
    failed: 'Failed to save horse',
    async run({ viewer, value: { id, intent: _, ...limits }, request, version }) {
      const { name, kept } = await saveHorse(viewer.id, id, limits, version)
      return { to: addressOf(request), title: 'Horse Saved', description: withKept(name, kept) }
    },
  }),
  add: formAction({
    guard: requireAdmin,
    schema: z.object({ name: z.string().default('') }),
    failed: 'Failed to add horse. Please try again.',
    async run({ viewer, value, request }) {
      const to = addressOf(request)
      if (value.name.includes(',')) return { to, ...(await addSeveral(viewer.id, value.name)) }
      const { horse, isNew } = await addHorse(viewer.id, value.name)
      if (!isNew)
        throw new Refused(
          'duplicate',
          `There is already a horse named ${horse.name}. Give the new one another name.`,
          'name',
        )
      return { to, title: 'Horse Added', description: horse.name }
    },
  }),
  restore: formAction({
    guard: requireAdmin,
    schema: z.object({ id: horseIdField }),
    failed: 'Not undone',
    async run({ viewer, value: { id }, request }) {
      const { name, back, lost } = await restoreHorse(viewer.id, id)
      const still = lost ? `. ${lost === 1 ? '1 ride still needs' : `${lost} rides still need`} a horse` : ''
      const description = `On ${formatRides(back)} again${still}`
      return { to: addressOf(request), title: `Undone: ${name} is back`, description }
    },
  }),
  goal: formAction({
    guard: requireAdmin,
    schema: firstGoalSchema,
    failed: 'Failed to save horse',
    async run({ viewer, value: { horseGoal }, request, version }) {
      await saveFirstGoal(viewer.id, horseGoal, version)
      return { to: addressOf(request), title: 'Saved' }
    },
  }),
})

/** Adds the horses that don't exist yet, so that a list can be sent again. */
async function addSeveral(actorId: string, typed: string): Promise<{ title: string; description: string }> {
  const names = typed.split(',').filter((name) => name.trim())
  if (!names.length) throw new Refused('invalid', 'Enter a name', 'name')
  const added: string[] = []
  for (const name of names) {
    const { horse, isNew } = await addHorse(actorId, name)
    if (isNew) added.push(horse.name)
  }
  if (!added.length) throw new Refused('duplicate', 'All of these horses are on the list already', 'name')
  return { title: added.length === 1 ? 'Horse Added' : `${added.length} Horses Added`, description: added.join(', ') }
}

export default function ManageHorses() {
  const { horses, goal } = useLoaderData<typeof loader>()
  const refused = useRowAnswer()
  const list = horseList(useLocation())
  const address = paths.manageHorses(list)
  return (
    <SettingsList title="Horses" dialog="Manage Horses" closeTo={paths.horses({ week: list.week })}>
      <FormError title={refused.title} errors={refused.errors} />
      <Form method="post" action={address} stay className="mb-4 flex items-end gap-2">
        <Csrf />
        <div className="min-w-0 flex-1">
          <Field label="New horse" name="name" maxLength={2000} autoComplete="off" required />
        </div>
        <Button name="intent" value="add">
          Add Horse
        </Button>
      </Form>
      {horses.length === 0 ? (
        <EmptyState title="No horses yet. Add the first one above, or several with commas between them." />
      ) : null}
      <ul>
        {horses.map((horse) => (
          <HorseRow
            key={`${horse.id} ${horse.version}`}
            horse={horse}
            refused={refused.of(horse.id)}
            action={address}
            list={list}
          />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        0 means no limit. The gap is a horse’s rest between two rides. If a rider is over a horse’s weight or level
        limit, you’ll see it in red. You can still choose the horse. Under Riders, say who is good with a horse, and who
        is never proposed it. A removed horse keeps its history; add its name again to bring it back.
      </p>
      {horses.length > 0 ? (
        <Form method="post" action={address} stay className="mt-4 grid gap-3 border-t border-line pt-4">
          <Csrf />
          <input type="hidden" name="version" value={goal.version} />
          <RadioCards
            key={goal.version}
            legend="Suggested horses"
            name="horseGoal"
            defaultValue={goal.value}
            columns={2}
            choices={[
              { value: 'known', label: 'That riders know', description: 'Then the work of the week is shared.' },
              { value: 'shared', label: 'That worked least', description: 'Then those that riders know.' },
            ]}
          />
          <p className="text-sm text-muted">Before either, as many riders as possible have a horse.</p>
          <Button name="intent" value="goal" variant="secondary" className="justify-self-start">
            Save Choice
          </Button>
        </Form>
      ) : null}
      <Outlet />
    </SettingsList>
  )
}
