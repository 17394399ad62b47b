import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button } from '~/components/ui/button'
import { Csrf } from '~/components/ui/csrf'
import { RadioCards } from '~/components/ui/radio-cards'
import { displayName } from '~/models/user'
import { csrfForm } from '~/services/csrf.server'
import { getEnv } from '~/services/env.server'
import { findSampleStudent, sampleStudents } from '~/services/sample-students.server'
import { startSession } from '~/services/session.server'
import { redirectWithToast } from '~/services/toast.server'
import { paths } from '~/utils/paths'

export const meta: MetaFunction = () => [{ title: 'Test Login' }]

/** The screen exists in demo mode only. */
function requireDemo(): void {
  if (getEnv().mode !== 'demo') throw new Response('Not Found', { status: 404, statusText: 'Not Found' })
}

export async function loader(_: LoaderFunctionArgs) {
  requireDemo()
  const students = await sampleStudents()
  return { students: students.map(({ id, email, ...name }) => ({ id, email: email ?? '', name: displayName(name) })) }
}

export async function action({ request }: ActionFunctionArgs) {
  requireDemo()
  const form = await csrfForm(request)
  const userId = form.get('userId')
  if (typeof userId !== 'string' || !userId) return data({ error: 'Please select a user' }, { status: 400 })
  const user = await findSampleStudent(userId)
  if (!user) return data({ error: 'Login failed: Unable to authenticate test user.' }, { status: 400 })
  const headers = { 'Set-Cookie': await startSession(request, user.id) }
  return redirectWithToast(paths.scheduledRides(), { type: 'success', title: 'Login successful' }, { headers })
}

export default function TestLogin() {
  const { students } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <SignInFrame>
      <h2 className="text-xl">Test Login</h2>
      <form method="post" className="grid gap-4">
        <Csrf />
        <RadioCards
          legend="Sample student"
          name="userId"
          choices={students.map(({ id, name, email }) => ({ value: id, label: name, description: email }))}
          errors={refused ? [refused.error] : undefined}
        />
        <Button>Log In</Button>
      </form>
    </SignInFrame>
  )
}
