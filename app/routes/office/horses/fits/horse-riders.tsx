import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn, withSearch } from '~/components/office/student-search'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { listRiders } from '~/models/people/families/student.server'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { listWishes } from '~/models/schedule/horses/wish.server'
import { addWishSchema, wishSchema } from '~/models/schedule/match/wish.schema'
import { StudentField } from '~/routes/office/lessons/slot-fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { horseList, horseParam } from '../horse-param'
import { changeWish, shownWishes } from './change-wish.server'
import { WishFields, WishList } from './wishes'

export const meta: MetaFunction = () => [{ title: 'Riders for a Horse' }]

const listOf = (request: Request) => horseList(new URL(request.url))

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name } = await findActiveHorse(horseParam(params))
  const search = searchIn(new URL(request.url).searchParams)
  const [wishes, riders] = await Promise.all([listWishes({ horseId: id }).then(shownWishes), listRiders(search)])
  return {
    ...{ id, name, search, wishes, list: listOf(request), more: isCut(riders) },
    students: riders.filter((rider) => !wishes.some(({ riderId }) => riderId === rider.id)),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: wishSchema,
  failed: 'Not saved',
  async run({ viewer, value, params, request }) {
    const to = paths.horseRiders(horseParam(params), listOf(request))
    return { to, ...(await changeWish(viewer.id, value, to)) }
  },
})

/** Which students are good with a horse, and who is never to be given it. */
export default function HorseRiders() {
  const { id, name, search, wishes, students, more, list } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(addWishSchema)
  const action = paths.horseRiders(id, list)
  return (
    <Dialog title={`Riders for ${name}`} closeTo={paths.manageHorses(list)}>
      <StudentSearch isCut={more} search={search} kept={{ week: list.week }} />
      <PostForm answer={answer} failed="Not saved" action={withSearch(action, search)} stay>
        <input type="hidden" name="horseId" value={id} />
        <StudentField students={students} search={search} field={field} />
        <WishFields field={field} />
        <div className="actions">
          <Button name="intent" value="add">
            Save
          </Button>
        </div>
      </PostForm>
      <WishList wishes={wishes} nameOf={({ rider }) => rider} action={action} />
    </Dialog>
  )
}
