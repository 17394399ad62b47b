import type { SubmissionResult } from '@conform-to/react'

type Result = SubmissionResult<string[]> | null | undefined

/**
 * What a refused form says of its fields, for pages that ship no scripts: the same answer that conform would read, without
 * conform. `fieldOf(name)` fills in what was sent, shows its errors and puts the focus on the first field in error.
 */
export function formState(result: Result, names: string[]) {
  const errors = result?.error ?? {}
  const first = names.find((name) => errors[name]?.length)
  return {
    formErrors: errors[''] ?? undefined,
    fieldOf: (name: string) => {
      const sent = result?.initialValue?.[name]
      return {
        name,
        errors: errors[name] ?? undefined,
        defaultValue: typeof sent === 'string' ? sent : undefined,
        autoFocus: name === first,
      }
    },
  }
}
