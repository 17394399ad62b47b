import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { RadioCards } from '~/components/form/radio-cards'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button } from '~/components/ui/button'
import { displayName } from '~/models/accounts/user'
import { findSampleStudent, sampleStudents } from '~/models/students/sample-students.server'
import { paths } from '~/utils/paths'
import { csrfForm } from '~/web/csrf.server'
import { requireDemo } from '~/web/demo.server'
import { startSession } from '~/web/session.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Test Login' }]

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
