import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { Rich } from '~/components/rich'
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
    <Card title={t('Sign here')}>
      <PostForm answer={answer} stay>
        <input type="hidden" name="waiver" value={waiver.id} />
        {riders.length === 1 ? (
          <>
            <input type="hidden" name="riders" value={riders[0]?.id} />
            <p>
              <Rich
                text="For <strong>{name}</strong>"
                values={{ name: riders[0]?.name, strong: (inside) => <strong>{inside}</strong> }}
              />
            </p>
          </>
        ) : (
          <fieldset>
            <legend className="font-semibold">{t('For')}</legend>
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
          label={t('Your full name')}
          hint={t('First and last name. Typing it is your signature.')}
          autoComplete="name"
          className="max-w-xl"
          {...field('name')}
        />
        <SignaturePad name="drawing" drawing={typeof drawing === 'string' ? drawing : undefined} />
        {asksRole ? (
          <RadioCards
            legend={
              riders.length === 1
                ? t('Who signs?')
                : t('Who signs for {name}?', { name: riders.find(({ isSelf }) => isSelf)?.name ?? '' })
            }
            meta={field('signerRole').meta}
            choices={ownRoles.map((value) => ({ value, label: t(SIGNS_AS[value]) }))}
          />
        ) : (
          <Problem errors={field('signerRole').meta.errors} />
        )}
        <div>
          <Checkbox label={agreementOf(riders, ownRoles)} meta={agreeMeta} />
          <Problem errors={agreeMeta.errors} />
        </div>
        <Button className="justify-self-start" busy={t('Signing…')}>
          {riders.length === 1 && !(riders[0]?.isSelf && ownRoles.includes('adult'))
            ? t('Sign for {name}', { name: riders[0]?.firstName ?? '' })
            : t('Sign')}
        </Button>
        <p className="max-w-prose text-sm text-muted">
          {t('With your signature, we record the time, your IP address, and your device.')}{' '}
          {useRoot()?.mails ? t('You get a copy by email.') : t('You can open a copy here.')}
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
  const names = listNames(children)
  const agree = t(AGREE)
  if (self.length && isAdult)
    return children.length
      ? `${agree} ${t('I sign for myself and am 18 or older, and for {names} as a parent or legal guardian.', { names })}`
      : `${agree} ${t('I sign for myself and am 18 or older.')}`
  return children.length ? `${agree} ${t('I sign for {names} as a parent or legal guardian.', { names })}` : agree
}

const Problem = ({ errors }: { errors: string[] | undefined }) =>
  errors?.length ? <p className="text-sm font-semibold text-bad">{errors.map((error) => t(error)).join(' ')}</p> : null
