import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { type Answer, useAnswer } from '~/components/form/use-answer'
import { PasskeyForm } from '~/components/sign-in/passkey-form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { addPasskeySchema, startPasskeySchema } from '~/models/people/accounts/second-factor/passkey.schema'
import { addPasskey, startPasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { findSchool } from '~/models/school/school.server'
import { clearTries } from '~/platform/rate-limit.server'
import { tellFactor } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { requireStaff } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { readSid } from '~/web/session.server'
import { limitCodes } from '~/web/sign-in.server'

export const handle = { scripts: true }

export const meta: MetaFunction = () => [{ title: 'Add a Passkey' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return null
}

const startSchema = startPasskeySchema.extend({ intent: z.literal('start') })

const shared = { guard: requireStaff, failed: 'No passkey was added', hide: ['code', 'credential'] }

/** Returns the session, which the guard has read. */
const sidOf = async (request: Request) => (await readSid(request)) ?? ''

export const action = byIntent({
  start: formAction({
    ...shared,
    schema: startSchema,
    confirms: true,
    async run({ viewer, value: { name, code }, request }) {
      const tries = await limitCodes(request, viewer)
      const school = (await findSchool()).name
      const options = await startPasskey(viewer, { sid: await sidOf(request), code, school, tell: tellFactor })
      await clearTries([tries])
      return json({ name, options })
    },
  }),
  add: formAction({
    ...shared,
    schema: addPasskeySchema,
    async run({ viewer, value, request }) {
      await addPasskey(viewer.id, { sid: await sidOf(request), ...value, tell: tellFactor })
      return { to: paths.secondStep(), title: 'Passkey added' }
    },
  }),
})

type Started = { name: string; options: PublicKeyCredentialCreationOptionsJSON }

export default function AddPasskey() {
  const answer = useActionData<Answer | Started>()
  return (
    <>
      <PageHeader title="Add a Passkey" back={{ to: paths.secondStep(), label: 'Back to Second Step' }}>
        Use your fingerprint, your face, or a security key instead of a code.
      </PageHeader>
      {answer && 'options' in answer ? <Make {...answer} /> : <Start />}
    </>
  )
}

function Start() {
  const { field, ...answer } = useAnswer(startSchema)
  return (
    <Card>
      <p className="without-scripts mb-4 font-semibold">A passkey needs scripts, which are off in this browser.</p>
      <PostForm answer={answer}>
        <Field
          label="Name of the device"
          className="max-w-64"
          hint="A name you’ll recognize in the list, such as Office PC or My phone."
          {...field('name')}
        />
        <Field
          label="Code"
          autoComplete="one-time-code"
          spellCheck={false}
          className="num max-w-64"
          hint="Your app’s, or a recovery code."
          {...field('code')}
        />
        <Button name="intent" value="start" className="justify-self-start">
          Continue
        </Button>
      </PostForm>
    </Card>
  )
}

function Make({ name, options }: Started) {
  return (
    <Card>
      <p className="mb-4 max-w-prose">
        Your browser asks which device keeps <strong className="wrap-anywhere">{name}</strong>: this one, your phone, or
        a security key.
      </p>
      <PasskeyForm options={{ make: options }} fields={{ intent: 'add', name }} label="Make the Passkey" />
    </Card>
  )
}
