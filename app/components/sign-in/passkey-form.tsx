import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Island } from '~/components/island'
import { Button } from '~/components/ui/button'
import type { PasskeyRequest } from '~/models/people/accounts/second-factor/passkeys.server'

/** A button by which the browser asks for a passkey and sends the result. Renders nothing without scripts. */
export function PasskeyForm({
  options,
  action,
  fields,
  label,
}: {
  options: { make: PublicKeyCredentialCreationOptionsJSON } | { use: PasskeyRequest }
  action?: string
  fields: Record<string, string>
  label: ReactNode
}) {
  return (
    <Island name="passkey" props={options}>
      <Form method="post" action={action} className="with-scripts grid">
        <Csrf />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="credential" />
        <Button>{label}</Button>
      </Form>
    </Island>
  )
}
