import { ButtonLink } from '~/components/ui/button'
import { paths } from '~/utils/paths'
import { useFirstScreen } from './first-screen'

/**
 * Asks for a second factor in the week before it becomes mandatory, on the first screen of the office and of
 * instructors.
 */
export function AskForSecondStep() {
  const viewer = useFirstScreen()
  if (viewer?.secondFactor !== 'ask') return null
  return (
    <section
      aria-label="Second step"
      className="card no-print mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong>Please set up a second step.</strong>{' '}
        <span className="text-muted">
          Signing in then asks for a code from your phone. It takes two minutes, and a week after your first sign-in
          nothing opens without it.
        </span>
      </p>
      <ButtonLink to={paths.secondStep()} variant="secondary">
        Set Up
      </ButtonLink>
    </section>
  )
}
