import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { useNonce } from '~/components/nonce'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { forgetShownSchool, getSchool } from '~/models/school/current-school.server'
import { saveLogo, TOO_LARGE } from '~/models/school/logo.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
// With scripts, a large picture is made small before it is sent.
import makeSmall from './logo.inline.js?raw'
import { SchoolLogo } from './school-logo'

export const meta: MetaFunction = () => [{ title: 'Logo' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { logo } = await getSchool()
  return { logo, refused: new URL(request.url).searchParams.has('large') ? [TOO_LARGE] : [] }
}

const logoSchema = z.object({ file: z.undefined() })

/** The file is read outside the schema, for which an empty file would be none. */
export const action = formAction({
  guard: requireAdmin,
  schema: logoSchema.omit({ file: true }),
  failed: 'The logo was not saved',
  hide: ['file'],
  async run({ viewer, form }) {
    const file = form.get('file')
    if (!(file instanceof File) || !file.name) throw new Refused('invalid', 'Please choose a picture.', 'file')
    await saveLogo(viewer.id, file)
    forgetShownSchool()
    return { to: paths.schoolSettings(), title: 'Logo Saved' }
  },
})

export default function LogoSettings() {
  const { logo, refused } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(logoSchema)
  const nonce = useNonce()
  return (
    <>
      <Card title="Logo">
        {logo ? <SchoolLogo name={logo} /> : null}
        <PostForm answer={answer} encType="multipart/form-data" className="grid max-w-xl gap-4">
          {answer.title ? null : <FormError title="The logo was not saved" errors={refused} />}
          <Field
            label="Picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            hint="PNG, JPEG, or WebP, up to 100 kB. It appears beside the school’s name, in the header and in emails."
            {...field('file')}
          />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
          <script nonce={nonce} dangerouslySetInnerHTML={{ __html: makeSmall }} />
          <div className="flex flex-wrap gap-3">
            <Button>Save Logo</Button>
            {logo ? (
              <ButtonLink to={paths.removeLogo()} stay variant="danger-quiet">
                Remove Logo
              </ButtonLink>
            ) : null}
          </div>
        </PostForm>
      </Card>
      <Outlet />
    </>
  )
}
