import { t } from '#text'
import { RiderFields } from '~/components/families/rider-fields'
import type { useAnswer } from '~/components/form/use-answer'
import { MAX_RIDERS, type signUpForm } from '~/models/people/families/sign-up.schema'

const FIELDS = ['firstName', 'lastName', 'birthDate'] as const

/**
 * A block of fields for each rider, hidden while the user alone rides. Each block after the first unfolds, and adds no
 * rider if it is empty.
 */
export function RiderBlocks({ fieldOf }: Pick<ReturnType<typeof useAnswer<typeof signUpForm>>, 'fieldOf'>) {
  const first = (name: string) => ({ ...fieldOf('riders', 0)(name), ...(name !== 'birthDate' && { required: true }) })
  return (
    <fieldset className="grid gap-3 group-has-[[value=me]:checked]:hidden">
      <legend className="mb-3 text-lg font-semibold">{t('Riders')}</legend>
      <fieldset className="card grid gap-3 p-4">
        <legend className="float-start font-semibold">{t('Rider {number}', { number: 1 })}</legend>
        <RiderFields field={first} />
      </fieldset>
      {Array.from({ length: MAX_RIDERS - 1 }, (_, index) => {
        const at = index + 1
        const field = fieldOf('riders', at)
        const isTyped = FIELDS.some((name) => field(name).meta.initialValue || field(name).meta.errors)
        return (
          <details
            key={at}
            open={isTyped}
            className="group/block open:rounded open:border open:border-line open:bg-surface open:p-4 [details:not([open])~&]:hidden"
          >
            <summary className="flex min-h-11 items-center group-open/block:min-h-0 group-open/block:pb-3">
              <span className="link group-open/block:hidden">{t('+ Add another rider')}</span>
              <span className="hidden font-semibold group-open/block:inline">
                {t('Rider {number}', { number: at + 1 })}
              </span>
            </summary>
            <fieldset aria-label={t('Rider {number}', { number: at + 1 })} className="grid gap-3">
              <RiderFields field={field} />
            </fieldset>
          </details>
        )
      })}
    </fieldset>
  )
}
