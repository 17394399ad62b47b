import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { SignaturePad } from '~/components/waivers/signature'
import { listNames, type Waiver } from '~/models/waivers/waiver'
import type { signSchema } from '~/models/waivers/waiver.schema'

interface UnsignedRider {
  id: string
  name: string
  firstName: string
  isSelf: boolean
  chosen: boolean
}

/** Who signs, for whom, and that they agree. */
export function SignForm({ waiver, riders }: { waiver: Waiver; riders: UnsignedRider[] }) {
  const { field, ...answer } = useAnswer<typeof signSchema>()
  const [{ meta: ridersMeta }, { meta: agreeMeta }] = [field('riders'), field('agree')]
  const sent = answer.form.initialValue?.riders
  const isChosen = ({ id, chosen }: UnsignedRider) => (sent === undefined ? chosen : [sent].flat().includes(id))
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
          required
          maxLength={200}
          autoComplete="name"
          className="max-w-xl"
          {...field('name')}
        />
        <SignaturePad name="drawing" drawing={typeof drawing === 'string' ? drawing : undefined} />
        <div>
          <Checkbox label={consentOf(riders)} meta={agreeMeta} required />
          <Problem errors={agreeMeta.errors} />
        </div>
        <Button className="justify-self-start" busy="Signing…">
          {riders.length === 1 && !riders[0]?.isSelf ? `Sign for ${riders[0]?.firstName}` : 'Sign'}
        </Button>
        <p className="max-w-prose text-sm text-muted">
          With your signature we keep the time, your network address, and your kind of device. You get a copy by email.
        </p>
      </PostForm>
    </Card>
  )
}

function consentOf(riders: UnsignedRider[]): string {
  const children = riders.filter(({ isSelf }) => !isSelf).map(({ firstName }) => firstName)
  const self = riders.some(({ isSelf }) => isSelf)
  const guardian = children.length ? `as the parent or legal guardian of ${listNames(children)}` : null
  const roles = [self ? 'for myself, as an adult' : null, guardian].filter(Boolean).join(' and ')
  return `I have read this and agree to it, ${roles}.`
}

const Problem = ({ errors }: { errors: string[] | undefined }) =>
  errors?.length ? <p className="text-sm font-semibold text-bad">{errors.join(' ')}</p> : null
