import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Rich } from '~/components/rich'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { codeSchema, numberSchema, shownNumber } from '~/models/notices/texts/number'
import { confirmNumber, findNumber, removeNumber } from '~/models/notices/texts/text-number.server'
import { textCode } from '~/services/texts/send-texts.server'
import { textProvider } from '~/services/texts/text-provider.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Texts') }]

/** @throws Response 404 if the school sends no texts. */
function requireTexts() {
  const provider = textProvider()
  if (!provider) throw new Response(t('Page not found.'), { status: 404, statusText: 'Not Found' })
  return provider
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { from, sandbox } = requireTexts()
  const { state, number } = await findNumber(viewer.id)
  return {
    state,
    number: number && shownNumber(number),
    school: from.startsWith('+') ? shownNumber(from) : null,
    phone: viewer.phone ?? '',
    demo: sandbox !== null,
  }
}

const schema = z.discriminatedUnion('intent', [
  numberSchema.extend({ intent: z.literal('number') }),
  codeSchema.extend({ intent: z.literal('code') }),
  z.object({ intent: z.literal('remove') }),
])

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t('Not saved'),
  async run({ viewer, value }) {
    requireTexts()
    if (value.intent === 'number') {
      await textCode(viewer.id, value.number)
      return {
        to: paths.texts(),
        title: t('Code sent'),
        description: t('To {number}', { number: shownNumber(value.number) }),
      }
    }
    if (value.intent === 'code') {
      await confirmNumber(viewer.id, value.code)
      return { to: paths.notices(), title: t('Texts are on'), description: t('Choose what we text you about.') }
    }
    await removeNumber(viewer.id)
    return { to: paths.notices(), title: t('Texts are off') }
  },
})

export default function Texts() {
  const { state, number, school, phone, demo } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('Texts')} back={{ to: paths.notices(), label: t('Notifications') }}>
        {t('Get texts in addition to email, or instead.')}
      </PageHeader>
      <Card>
        {state === 'none' ? <NumberForm phone={phone} /> : null}
        {state === 'asked' ? <CodeForm number={number ?? ''} /> : null}
        {state === 'on' || state === 'stopped' ? (
          <>
            <p className="mb-4">
              {state === 'on' ? (
                <Rich
                  text="Texts go to <strong>{number}</strong>. Reply STOP to stop all texts."
                  values={{ number, strong: (inside) => <strong>{inside}</strong> }}
                />
              ) : (
                <Rich
                  text={
                    school
                      ? '<strong>{number}</strong> said STOP, so we send it no texts. To get them again, text START to {school} from that phone.'
                      : '<strong>{number}</strong> said STOP, so we send it no texts. To get them again, text START from that phone.'
                  }
                  values={{ number, school, strong: (inside) => <strong>{inside}</strong> }}
                />
              )}
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={paths.notices()}>{t('Manage Notifications')}</ButtonLink>
              <RemoveForm>{t('Remove This Number')}</RemoveForm>
            </div>
          </>
        ) : null}
        {demo ? (
          <p className="mt-4 text-sm text-muted">
            <Rich
              text="In this demo no text leaves the machine: <a>see the phones</a>."
              values={{
                a: (inside) => (
                  <a href={paths.sandboxPhones()} className="link">
                    {inside}
                  </a>
                ),
              }}
            />
          </p>
        ) : null}
      </Card>
    </>
  )
}

function NumberForm({ phone }: { phone: string }) {
  const { field, ...answer } = useAnswer(numberSchema, { defaultValue: { number: phone } })
  return (
    <PostForm answer={answer}>
      <Field
        label={t('Mobile number')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="max-w-xs"
        hint={t('We’ll text you a code. Message and data rates may apply.')}
        {...field('number')}
      />
      <Button name="intent" value="number" busy={t('Sending…')} className="justify-self-start">
        {t('Text Me a Code')}
      </Button>
    </PostForm>
  )
}

function CodeForm({ number }: { number: string }) {
  const { field, ...answer } = useAnswer(codeSchema)
  return (
    <>
      <PostForm answer={answer}>
        <p>
          <Rich
            text="We texted a code to <strong>{number}</strong>. It expires in 10 minutes."
            values={{ number, strong: (inside) => <strong>{inside}</strong> }}
          />
        </p>
        <Field
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/plugin: the schema counts figures, whatever stands between them
          maxLength={12}
          className="max-w-40"
          {...field('code')}
        />
        <Button name="intent" value="code" className="justify-self-start">
          {t('Turn On Texts')}
        </Button>
      </PostForm>
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post">
          <Csrf />
          <input type="hidden" name="number" value={number} />
          <Button name="intent" value="number" variant="secondary" busy={t('Sending…')}>
            {t('Text a New Code')}
          </Button>
        </Form>
        <RemoveForm>{t('Use Another Number')}</RemoveForm>
      </div>
    </>
  )
}

const RemoveForm = ({ children }: { children: string }) => (
  <Form method="post">
    <Csrf />
    <Button name="intent" value="remove" variant="secondary">
      {children}
    </Button>
  </Form>
)
