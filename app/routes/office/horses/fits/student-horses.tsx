import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { findStudent } from '~/models/people/families/student.server'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { listWishes } from '~/models/schedule/horses/wish.server'
import { addWishSchema, wishSchema } from '~/models/schedule/match/wish.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { changeWish, shownWishes } from './change-wish.server'
import { WishFields, WishList } from './wishes'

export const meta: MetaFunction = () => [{ title: 'Horses for a Student' }]

export async function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [student, wishes, horses] = await Promise.all([
    findStudent(id),
    listWishes({ riderId: id }).then(shownWishes),
    listHorses(),
  ])
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  return {
    id,
    name: student.name,
    wishes,
    horses: horses
      .filter((horse) => !wishes.some(({ horseId }) => horseId === horse.id))
      .map(({ id: horseId, name }) => ({ value: String(horseId), label: name })),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: wishSchema,
  failed: 'Not saved',
  async run({ viewer, value, params: { id = '' } }) {
    const to = paths.studentHorses(id)
    return { to, ...(await changeWish(viewer.id, value, to)) }
  },
})

/** Which horses go well with a student, and which must never be assigned to them. */
export default function StudentHorses() {
  const { id, name, wishes, horses } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(addWishSchema)
  const action = paths.studentHorses(id)
  return (
    <Dialog title={`Horses for ${name}`} closeTo={paths.student(id)}>
      <PostForm answer={answer} failed="Not saved" action={action} stay>
        <input type="hidden" name="riderId" value={id} />
        <SelectField
          label="Horse"
          options={[{ value: '', label: 'Choose a horse' }, ...horses]}
          {...field('horseId')}
        />
        <WishFields field={field} />
        <div className="actions">
          <Button name="intent" value="add">
            Save
          </Button>
        </div>
      </PostForm>
      <WishList wishes={wishes} nameOf={({ horse }) => horse} action={action} />
    </Dialog>
  )
}
