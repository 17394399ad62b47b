import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'

/** A folded button, because a removed secret has to be found again to set it. */
export const Remove = ({ version, label, children }: { version: string; label: string; children: ReactNode }) => (
  <details className="mt-4">
    <summary className="link inline-flex min-h-11 items-center">{label}…</summary>
    <form method="post" className="grid max-w-xl gap-3">
      <Csrf />
      <input type="hidden" name="version" value={version} />
      <p className="text-muted">{children}</p>
      <Button name="intent" value="remove" variant="secondary" className="justify-self-start">
        {label}
      </Button>
    </form>
  </details>
)
