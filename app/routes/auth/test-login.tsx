import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { SignInFrame } from '~/components/sign-in/sign-in-frame'
import { Button } from '~/components/ui/button'
import { findSampleStudent, sampleStudents } from '~/models/students/sample-students.server'
import { displayName } from '~/models/vocabulary/user'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireDemo } from '~/web/demo.server'
import { formAction } from '~/web/form-action.server'
import { startSession } from '~/web/session.server'
import { recordSignIn } from '~/web/sign-in.server'

export const meta: MetaFunction = () => [{ title: 'Test Login' }]

export async function loader() {
  requireDemo()
  const students = await sampleStudents()
  return { students: students.map(({ id, email, ...name }) => ({ id, email: email ?? '', name: displayName(name) })) }
}

const schema = z.object({ userId: z.string({ error: 'Please select a user' }) })

export const action = formAction({
  guard: requireDemo,
  schema,
  async run({ value: { userId }, request }) {
    const user = await findSampleStudent(userId)
    if (!user) throw new Refused('invalid', 'Login failed: Unable to authenticate test user.', 'userId')
    const { cookie } = await startSession(request, user.id, { way: 'sample' })
    await recordSignIn(user.id, 'sample')
    return { to: paths.scheduledRides(), title: 'Login successful', headers: { 'Set-Cookie': cookie } }
  },
})

export default function TestLogin() {
  const { students } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(schema)
  return (
    <SignInFrame>
      <h2 className="text-xl">Test Login</h2>
      <PostForm answer={answer}>
        <RadioCards
          legend="Sample student"
          meta={field('userId').meta}
          choices={students.map(({ id, name, email }) => ({ value: id, label: name, description: email }))}
        />
        <Button>Log In</Button>
      </PostForm>
    </SignInFrame>
  )
}
