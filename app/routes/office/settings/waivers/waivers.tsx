import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { findRule, saveRule } from '~/models/waivers/rule.server'
import { currentWaiver, listVersions, RULE } from '~/models/waivers/version.server'
import { waiverRuleSchema } from '~/models/waivers/waiver.schema'
import { waiverCoverage } from '~/models/waivers/waiver-report.server'
import { getEnv } from '~/platform/env.server'
import { Changes } from '~/routes/office/settings/changes'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Waivers' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [current, versions, rule, coverage, changes] = await Promise.all([
    currentWaiver(),
    listVersions(),
    findRule(),
    waiverCoverage(),
    listSettingChanges(['waiver']),
  ])
  const zone = getEnv().schoolTimezone
  return {
    currentId: current?.id ?? null,
    versions: versions.map(({ text: _, publishedAt, ...version }) => ({
      ...version,
      publishedAt: formatInstant(publishedAt, zone),
    })),
    rule,
    coverage,
    changes,
    version: await settingVersion(RULE, { ...rule }),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: waiverRuleSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { waiverRequired } = await saveRule(viewer.id, value, version)
    return {
      to: paths.waiverSettings(),
      title: 'Waivers Saved',
      description: waiverRequired
        ? 'Families sign before they buy or book'
        : 'Families buy and book without a signed waiver',
    }
  },
})

export default function WaiverSettings() {
  const { currentId, versions, rule, coverage, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(waiverRuleSchema, {
    defaultValue: { waiverRequired: rule.waiverRequired ? 'on' : undefined },
    version,
  })
  const current = versions.find(({ id }) => id === currentId)
  const missing = coverage.riders - coverage.signed
  const write = (
    <ButtonLink to={paths.waiverDraft()} variant={current ? 'secondary' : 'primary'}>
      {current ? 'Write a New Version' : 'Write the Waiver'}
    </ButtonLink>
  )
  return (
    <>
      {current ? (
        <Card title={current.title} actions={write}>
          <p className="num">
            Version {current.number}. {coverage.signed} of {coverage.riders} riders have signed.
          </p>
          <p className="flex flex-wrap gap-x-4">
            <Link to={paths.waiverVersion(current.id)} stay className="link inline-flex min-h-11 items-center">
              Read it
            </Link>
            {missing ? (
              <Link to={paths.students({ waiver: 'missing' })} className="link inline-flex min-h-11 items-center">
                Waiver missing: {missing}
              </Link>
            ) : null}
            <Link to={paths.waiversExport()} className="link inline-flex min-h-11 items-center">
              Download who signed
            </Link>
          </p>
        </Card>
      ) : (
        <Card title="Waiver">
          <EmptyState title="No waiver yet." action={write}>
            Write the text that families sign. Every version you publish is kept, with who signed it.
          </EmptyState>
        </Card>
      )}
      <Card title="Buying and booking">
        <PostForm answer={answer} className="grid gap-3">
          <Checkbox
            label="Families sign before they buy or book"
            hint="If off, families are asked to sign but can continue. The office sees a reminder."
            {...field('waiverRequired')}
          />
          <Button className="justify-self-start">Save</Button>
        </PostForm>
      </Card>
      {versions.length ? (
        <Card title="Versions">
          <ul>
            {versions.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2">
                <span className="me-auto min-w-0 [overflow-wrap:anywhere]">
                  <strong>Version {one.number}</strong>{' '}
                  {one.id === currentId ? <Badge tone="good">Current</Badge> : null}
                  {one.withdrawnAt ? <Badge>Withdrawn</Badge> : null}
                  <span className="block text-sm text-muted">
                    {one.publishedAt} by {one.publishedBy}. Signed for {one.signatures}{' '}
                    {one.signatures === 1 ? 'rider' : 'riders'}.
                    {one.asksAgain ? '' : ' Earlier signatures still count.'}
                    {one.withdrawnNote ? ` Withdrawn: ${one.withdrawnNote}` : ''}
                  </span>
                </span>
                <ButtonLink
                  to={paths.waiverVersion(one.id)}
                  stay
                  variant="secondary"
                  size="small"
                  aria-label={`Read version ${one.number}`}
                >
                  Read
                </ButtonLink>
                {one.withdrawnAt ? null : (
                  <ButtonLink
                    to={paths.withdrawWaiver(one.id)}
                    stay
                    variant="quiet"
                    size="small"
                    className="text-bad"
                    aria-label={`Withdraw version ${one.number}`}
                  >
                    Withdraw
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Changes changes={changes} />
      <Outlet />
    </>
  )
}
