import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { useRoot } from '~/components/use-root'
import { SignaturePad } from '~/components/waivers/signature'
import { AGREE, listNames, SIGNS_AS, type SignerRole, type Waiver } from '~/models/waivers/waiver'
import { signSchema } from '~/models/waivers/waiver.schema'

interface UnsignedRider {
  id: string
  name: string
  firstName: string
  isSelf: boolean
  chosen: boolean
}

/** Renders who signs, for whom, and the consent. */
export function SignForm({
  waiver,
  riders,
  ownRoles,
}: {
  waiver: Waiver
  riders: UnsignedRider[]
  /** The roles in which the account may sign for itself. */
  ownRoles: readonly SignerRole[]
}) {
  const { field, ...answer } = useAnswer(signSchema)
  const [{ meta: ridersMeta }, { meta: agreeMeta }] = [field('riders'), field('agree')]
  const sent = answer.form.initialValue?.riders
  const isChosen = ({ id, chosen }: UnsignedRider) => (sent === undefined ? chosen : [sent].flat().includes(id))
  const asksRole = ownRoles.length > 1 && riders.some(({ isSelf }) => isSelf)
  const drawing = answer.form.initialValue?.drawing
  return (
    <Card title="Sign here">
      <PostForm answer={answer} stay>
        <input type="hidden" name="waiver" value={waiver.id} />
        {riders.length === 1 ? (
          <>
            <input type="hidden" name="riders" value={riders[0]?.id} />
            <p>
              For <strong>{riders[0]?.name}</strong>
            </p>
          </>
        ) : (
          <fieldset>
            <legend className="font-semibold">For</legend>
            {riders.map((rider) => (
              <Checkbox
                key={rider.id}
                name="riders"
                value={rider.id}
                label={rider.name}
                defaultChecked={isChosen(rider)}
              />
            ))}
            <Problem errors={ridersMeta.errors} />
          </fieldset>
        )}
        <Field
          label="Your full name"
          hint="Typing your name is your signature."
          autoComplete="name"
          className="max-w-xl"
          {...field('name')}
        />
        <SignaturePad name="drawing" drawing={typeof drawing === 'string' ? drawing : undefined} />
        {asksRole ? (
          <RadioCards
            legend={riders.length === 1 ? 'Who signs?' : `Who signs for ${riders.find(({ isSelf }) => isSelf)?.name}?`}
            meta={field('signerRole').meta}
            choices={ownRoles.map((value) => ({ value, label: SIGNS_AS[value] }))}
          />
        ) : (
          <Problem errors={field('signerRole').meta.errors} />
        )}
        <div>
          <Checkbox label={agreementOf(riders, ownRoles)} meta={agreeMeta} />
          <Problem errors={agreeMeta.errors} />
        </div>
        <Button className="justify-self-start" busy="Signing…">
          {riders.length === 1 && !(riders[0]?.isSelf && ownRoles.includes('adult'))
            ? `Sign for ${riders[0]?.firstName}`
            : 'Sign'}
        </Button>
        <p className="max-w-prose text-sm text-muted">
          With your signature, we record the time, your IP address, and your device.{' '}
          {useRoot()?.mails ? 'You get a copy by email.' : 'You can open a copy here.'}
        </p>
      </PostForm>
    </Card>
  )
}

/** What is ticked; the role that is chosen above is not said again. */
function agreementOf(riders: UnsignedRider[], ownRoles: readonly SignerRole[]): string {
  const self = riders.filter(({ isSelf }) => isSelf)
  const isOpen = ownRoles.length > 1
  const isAdult = !isOpen && ownRoles.includes('adult')
  const children = riders.filter(({ isSelf }) => !isSelf || (!isOpen && !isAdult)).map(({ firstName }) => firstName)
  const roles = [
    self.length && isAdult ? 'for myself and am 18 or older' : null,
    children.length ? `for ${listNames(children)} as a parent or legal guardian` : null,
  ].filter(Boolean)
  return [AGREE, roles.length ? `I sign ${roles.join(', and ')}.` : null].filter(Boolean).join(' ')
}

const Problem = ({ errors }: { errors: string[] | undefined }) =>
  errors?.length ? <p className="text-sm font-semibold text-bad">{errors.join(' ')}</p> : null
