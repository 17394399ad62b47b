import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { t } from '#text'
import type { Start } from '../islands'

type Options = { make: PublicKeyCredentialCreationOptionsJSON } | { use: PublicKeyCredentialRequestOptionsJSON }

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const keysOf = (keys: PublicKeyCredentialRequestOptionsJSON['allowCredentials'] = []) =>
  keys.map(({ id, transports }) => ({
    id: bytesOf(id),
    type: 'public-key' as const,
    transports: transports as AuthenticatorTransport[],
  }))

const make = ({ user, challenge, excludeCredentials, ...rest }: PublicKeyCredentialCreationOptionsJSON) =>
  navigator.credentials.create({
    publicKey: {
      ...(rest as Omit<PublicKeyCredentialCreationOptions, 'user' | 'challenge'>),
      challenge: bytesOf(challenge),
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: keysOf(excludeCredentials),
    },
  })

const use = ({ challenge, allowCredentials, ...rest }: PublicKeyCredentialRequestOptionsJSON) =>
  navigator.credentials.get({
    publicKey: {
      ...(rest as Omit<PublicKeyCredentialRequestOptions, 'challenge'>),
      challenge: bytesOf(challenge),
      allowCredentials: keysOf(allowCredentials),
    },
  })

/** Serializes a credential: the browser's own `toJSON` is not everywhere, and fails with some password managers. */
function written({ id, rawId, type, response }: PublicKeyCredential): string {
  const { clientDataJSON } = response
  const own =
    response instanceof AuthenticatorAttestationResponse
      ? { attestationObject: textOf(response.attestationObject), transports: response.getTransports?.() ?? [] }
      : {
          authenticatorData: textOf((response as AuthenticatorAssertionResponse).authenticatorData),
          signature: textOf((response as AuthenticatorAssertionResponse).signature),
        }
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: { clientDataJSON: textOf(clientDataJSON), ...own },
  })
}

/** Returns the message for an error that the browser threw. */
function wordsOf({ name }: Error): string {
  if (name === 'InvalidStateError') return t('This device has a passkey for this account already.')
  if (name === 'NotAllowedError') return t('The device was not unlocked. Please try again.')
  return t('This browser could not use one.')
}

/** Has the browser ask the device when the button is pressed, and sends its answer with the form. */
export const start: Start<Options> = (element, options, { say }) => {
  const form = element.querySelector('form')
  const field = form?.elements.namedItem('credential')
  if (!form || !(field instanceof HTMLInputElement)) return () => {}
  if (!('PublicKeyCredential' in window)) {
    element.replaceChildren(t('This browser has no passkeys.'))
    return () => {}
  }
  let waits = false
  const ask = async (button: HTMLElement | null) => {
    waits = true
    try {
      const credential = await ('make' in options ? make(options.make) : use(options.use))
      field.value = credential ? written(credential as PublicKeyCredential) : ''
      if (field.value && form.isConnected) form.requestSubmit(button)
    } catch (error) {
      say('error', t('No passkey'), wordsOf(error as Error))
    } finally {
      waits = false
    }
  }
  const submit = (event: SubmitEvent) => {
    if (field.value) return
    event.preventDefault()
    if (!waits) void ask(event.submitter)
  }
  form.addEventListener('submit', submit)
  return () => form.removeEventListener('submit', submit)
}
