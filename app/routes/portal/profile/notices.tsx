import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { listChoices, saveChoices } from '~/models/notices/choices.server'
import { isNoticeKind } from '~/models/notices/kinds'
import { shownNumber } from '~/models/notices/texts/number'
import { findNumber } from '~/models/notices/texts/text-number.server'
import { textProvider } from '~/services/texts/text-provider.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Notifications') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const [choices, texts] = [await listChoices(viewer.id), textProvider() ? await findNumber(viewer.id) : null]
  return {
    email: viewer.email,
    choices,
    texts: texts && { state: texts.state, number: texts.number && shownNumber(texts.number) },
  }
}

const schema = z.object({})

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t('Not saved'),
  async run({ viewer, form }) {
    const chosen = (name: string) => form.getAll(name).map(String).filter(isNoticeKind)
    await saveChoices(viewer.id, chosen('kind'))
    if (form.has('texts')) await saveChoices(viewer.id, chosen('text'), 'text')
    return { to: paths.notices(), title: t('Notifications Saved') }
  },
})

const whyNoTexts = () => ({
  none: t('We can text you, too, so you hear about changes and closings sooner.'),
  asked: t('Enter the code we texted to turn on texts.'),
  stopped: t('You replied STOP, so texts are off.'),
})

export default function Notices() {
  const { email, choices, texts } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(schema)
  return (
    <>
      <PageHeader title={t('Notifications')} back={{ to: paths.profile(), label: t('Profile') }}>
        <p className="wrap-anywhere">
          {t('Emails to {email}, for all of your riders. You’ll always get receipts and sign-in links.', {
            email: email ?? '',
          })}
        </p>
      </PageHeader>
      <Card>
        <PostForm answer={answer} className="grid max-w-xl gap-2">
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">{t('Email me about')}</legend>
            {choices
              .filter(({ isChoice }) => isChoice)
              .map(({ kind, name, hint, wanted }) => (
                <Checkbox key={kind} name="kind" value={kind} defaultChecked={wanted} label={t(name)} hint={t(hint)} />
              ))}
          </fieldset>
          <div className="my-3 border-t border-line pt-4">
            <h2 className="mb-2 text-base font-semibold">{t('Always on')}</h2>
            <ul className="grid gap-2">
              {choices
                .filter(({ isChoice }) => !isChoice)
                .map(({ kind, name, hint }) => (
                  <li key={kind}>
                    {t(name)}
                    <span className="block text-sm text-muted">{t(hint)}</span>
                  </li>
                ))}
            </ul>
          </div>
          {texts?.state === 'on' ? (
            <fieldset className="mb-3 grid gap-2 border-t border-line pt-4">
              <legend className="float-start mb-2 font-semibold">{t('Text me about')}</legend>
              <input type="hidden" name="texts" value="on" />
              <p className="clear-both text-sm text-muted">
                {t('Short texts to {number}, in addition to email.', { number: texts.number ?? '' })}{' '}
                <Link to={paths.texts()} className="link">
                  {t('Change the number')}
                </Link>
              </p>
              {choices.map(({ kind, name, byText }) => (
                <Checkbox key={kind} name="text" value={kind} defaultChecked={byText} label={t(name)} />
              ))}
            </fieldset>
          ) : null}
          <Button className="justify-self-start">{t('Save Notifications')}</Button>
        </PostForm>
      </Card>
      {texts && texts.state !== 'on' ? (
        <Card title={t('Texts')} className="mt-4">
          <p className="mb-3 text-muted">{whyNoTexts()[texts.state]}</p>
          <ButtonLink to={paths.texts()} variant="secondary">
            {texts.state === 'none' ? t('Turn On Texts') : t('Change Number')}
          </ButtonLink>
        </Card>
      ) : null}
    </>
  )
}
