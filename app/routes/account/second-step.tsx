import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { PostForm } from '~/components/form/post-form'
import { type Answer, useAnswer } from '~/components/form/use-answer'
import { QrCode } from '~/components/sign-in/qr-code'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { PrintButton } from '~/components/ui/print-button'
import { codeSchema } from '~/models/people/accounts/second-factor/code.schema'
import { canHavePasskeys, listPasskeys } from '~/models/people/accounts/second-factor/passkeys.server'
import {
  findFactor,
  renewCodes,
  startFactor,
  turnOff,
  turnOn,
} from '~/models/people/accounts/second-factor/second-factor.server'
import { findSchool } from '~/models/school/school.server'
import type { SignedIn } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { clearTries } from '~/platform/rate-limit.server'
import { tellFactor } from '~/services/mail/address-links.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireStaff } from '~/web/auth.server'
import { byIntent, type Done, formAction, type Sent } from '~/web/form-action.server'
import { readSid } from '~/web/session.server'
import { accountPage, limitCodes } from '~/web/sign-in.server'

export const handle = { scripts: true }

export const meta: MetaFunction = () => [{ title: 'Second Step' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const factor = await findFactor(user, (await findSchool()).name)
  const zone = getEnv().schoolTimezone
  return {
    isDemanded: user.secondFactor === 'demand',
    back: user.secondFactor === 'demand' ? undefined : accountPage(user),
    canHavePasskeys: canHavePasskeys(),
    passkeys: (await listPasskeys(user.id)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      added: formatInstant(createdAt, zone),
      lastUsed: lastUsedAt && formatInstant(lastUsedAt, zone),
    })),
    factor: factor.state === 'on' ? { ...factor, since: formatInstant(factor.since, zone) } : factor,
  }
}

const shared = { guard: requireStaff, failed: 'Nothing was changed', hide: ['code'] }

/** A command that asks for a code. Wrong codes count as tries. */
const byCode = (work: (sent: Sent<SignedIn> & { value: z.output<typeof codeSchema> }) => Promise<Done | Response>) =>
  formAction({
    ...shared,
    schema: codeSchema,
    async run(sent) {
      const tries = await limitCodes(sent.request, sent.viewer)
      const done = await work(sent)
      await clearTries([tries])
      return done
    },
  })

/** Recovery codes are in the answer to their form alone: they are never shown again. */
const show = (codes: string[]) => json({ codes })

export const action = byIntent({
  start: formAction({
    ...shared,
    schema: z.object({ intent: z.literal('start') }),
    confirms: true,
    async run({ viewer }) {
      await startFactor(viewer.id)
      return { to: paths.secondStep(), title: 'Scan the picture with your app', type: 'info' }
    },
  }),
  on: byCode(async ({ viewer, value: { code }, request }) =>
    show(await turnOn(viewer.id, await readSid(request), code, tellFactor)),
  ),
  codes: byCode(async ({ viewer, value: { code } }) => show(await renewCodes(viewer.id, code, tellFactor))),
  off: byCode(async ({ viewer, value: { code } }) => {
    await turnOff(viewer.id, code, tellFactor)
    return { to: paths.secondStep(), title: 'Your second step is off' }
  }),
})

export default function SecondStep() {
  const { factor, back, isDemanded, canHavePasskeys, passkeys } = useLoaderData<typeof loader>()
  const answer = useActionData<Answer & { codes?: string[] }>()
  return (
    <>
      <PageHeader title="Second Step" back={back}>
        Signing in also asks for a code from your phone, so a stolen password isn’t enough.
      </PageHeader>
      {answer?.codes ? <RecoveryCodes codes={answer.codes} /> : null}
      {!answer?.codes && factor.state === 'off' ? <Off isDemanded={isDemanded} /> : null}
      {!answer?.codes && factor.state === 'started' ? <Started {...factor} /> : null}
      {!answer?.codes && factor.state === 'on' ? (
        <>
          <On {...factor} />
          {canHavePasskeys ? <Passkeys passkeys={passkeys} /> : null}
        </>
      ) : null}
      <Outlet />
    </>
  )
}

function StartForm({ children, quiet }: { children: string; quiet?: boolean }) {
  return (
    <Form method="post">
      <Csrf />
      <Button name="intent" value="start" variant={quiet ? 'secondary' : 'primary'}>
        {children}
      </Button>
    </Form>
  )
}

function Off({ isDemanded }: { isDemanded: boolean }) {
  return (
    <Card>
      {isDemanded ? (
        <p className="mb-3 font-semibold">
          You have worked here for a week. From now on everyone who sees other families signs in with a second step.
        </p>
      ) : null}
      <p className="mb-4 max-w-prose">
        You need an authenticator app on your phone: Google Authenticator, Microsoft Authenticator, 1Password, Apple’s
        Passwords, or any other. It takes two minutes.
      </p>
      <StartForm>Set Up</StartForm>
    </Card>
  )
}

function CodeField({
  field,
  hint,
}: {
  field: ReturnType<typeof useAnswer<typeof codeSchema>>['field']
  hint?: string
}) {
  return (
    <Field
      label="Code"
      autoComplete="one-time-code"
      spellCheck={false}
      className="num max-w-64"
      hint={hint}
      {...field('code')}
    />
  )
}

function Started({ secret, uri }: { secret: string; uri: string }) {
  const { field, ...answer } = useAnswer(codeSchema)
  return (
    <Card>
      <div className="grid gap-6 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="grid content-start gap-4">
          <ol className="grid list-decimal gap-2 ps-5">
            <li>In your authenticator app, add an account and scan the picture.</li>
            <li>
              Are you on that phone?{' '}
              <a href={uri} className="link">
                Open the app
              </a>
              , or type this key into it:{' '}
              <strong className="num wrap-anywhere">{secret.replace(/.{4}(?!$)/g, '$& ')}</strong>
            </li>
            <li>Type the code that it shows.</li>
          </ol>
          <PostForm answer={answer}>
            <CodeField field={field} hint="Six figures. They change every 30 seconds." />
            <Button name="intent" value="on" className="justify-self-start">
              Turn On
            </Button>
          </PostForm>
          <StartForm quiet>Make Another Picture</StartForm>
        </div>
      </div>
    </Card>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Card title="Keep these recovery codes">
      <p className="mb-3 max-w-prose">
        Your second step is on. Without your phone, each of these codes signs you in once. Print them or write them
        down, and keep them away from your phone: <strong>they are never shown again.</strong>
      </p>
      <ul className="num mb-4 grid gap-x-8 gap-y-2 text-lg sm:w-fit sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <ButtonLink to={paths.secondStep()}>I Have Kept Them</ButtonLink>
        <PrintButton />
      </div>
    </Card>
  )
}

function On({ since, recoveryLeft }: { since: string; recoveryLeft: number }) {
  const { field, ...answer } = useAnswer(codeSchema)
  return (
    <Card>
      <p className="mb-1">
        <strong>On</strong> since <span className="num">{since}</span>.
      </p>
      <p className={recoveryLeft > 2 ? 'mb-4 text-muted' : 'mb-4 font-semibold text-warn'}>
        {recoveryLeft === 1 ? 'One recovery code is' : `${recoveryLeft || 'No'} recovery codes are`} left.
      </p>
      <PostForm answer={answer}>
        <CodeField field={field} hint="Your app’s, or a recovery code. Either button asks for it." />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="codes" variant="secondary">
            Make New Recovery Codes
          </Button>
          <Button name="intent" value="off" variant="danger-quiet">
            Turn Off
          </Button>
        </div>
      </PostForm>
      <p className="mt-4 max-w-prose text-sm text-muted">
        A new phone? Turn it off with a code of the old one, or a recovery code, and set it up again. Turning it off
        removes your passkeys too.
      </p>
    </Card>
  )
}

interface PasskeyLine {
  id: string
  name: string
  added: string
  lastUsed: string | null
}

/** Those that are there can be removed without scripts too; one is added with them alone. */
function Passkeys({ passkeys }: { passkeys: PasskeyLine[] }) {
  return (
    <Card title="Passkeys" className="mt-4">
      <p className="max-w-prose text-muted">
        A finger, a face or a security key in place of a code: nothing to type, and no other site can ask for it.
      </p>
      <ul className="mt-3">
        {passkeys.map(({ id, name, added, lastUsed }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line py-3">
            <div className="me-auto min-w-0">
              <strong className="wrap-anywhere">{name}</strong>
              <p className="num text-sm text-muted">
                Added {added} · {lastUsed ? `Last used ${lastUsed}` : 'Not used yet'}
              </p>
            </div>
            <ButtonLink
              to={paths.removePasskey(id)}
              stay
              variant="secondary"
              size="small"
              aria-label={`Remove ${name}, added ${added}`}
            >
              Remove
            </ButtonLink>
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.passkey()} variant="secondary" className="with-scripts mt-3">
        Add a Passkey
      </ButtonLink>
    </Card>
  )
}
