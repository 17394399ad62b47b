import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { t } from '#text'
import { ConsentTick } from '~/components/consent/consent-tick'
import { RiderFields } from '~/components/families/rider-fields'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { KEPT_OF_A_CHILD } from '~/models/people/accounts/consent'
import { ownRiderSchema } from '~/models/people/accounts/family.schema'
import { addOwnRider, limitOwnRiders } from '~/models/people/families/family-change.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Add a Rider') }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewer(request)
  return null
}

export const action = formAction({
  guard: requireViewer,
  schema: ownRiderSchema,
  failed: () => t('Failed to add rider'),
  asks: ['consent'],
  async run({ viewer, value }) {
    await limitOwnRiders(viewer.id)
    await addOwnRider(viewer.id, value)
    return { to: paths.profile(), title: t('Rider Added'), description: `${value.firstName} ${value.lastName}` }
  },
})

export default function AddOwnRider() {
  const { field, ...answer } = useAnswer(ownRiderSchema)
  return (
    <DialogForm title={t('Add a Rider')} closeTo={paths.profile()} answer={answer} submit={t('Add Rider')} waits>
      <RiderFields field={field} />
      <ConsentTick meta={field('consent').meta} hint={`${t('Only for a rider under 18.')} ${t(KEPT_OF_A_CHILD)}`} />
    </DialogForm>
  )
}
