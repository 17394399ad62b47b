import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'

export const Remove = ({ version, children }: { version: string; children: ReactNode }) => (
  <form method="post" className="mt-4">
    <Csrf />
    <input type="hidden" name="version" value={version} />
    <Button name="intent" value="remove" variant="secondary">
      {children}
    </Button>
  </form>
)
