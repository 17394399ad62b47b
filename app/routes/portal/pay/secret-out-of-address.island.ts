import { useEffect } from 'react'

/**
 * Takes the client secret out of the address: an office's shared computer keeps its history. The intent's id stays, by which the same
 * page opens for whoever is signed in.
 */
export function useSecretOutOfAddress(): void {
  useEffect(() => {
    const url = new URL(location.href)
    const secret = url.searchParams.get('client_secret')
    if (!secret) return
    url.searchParams.delete('client_secret')
    if (!url.searchParams.has('payment_intent_id')) url.searchParams.set('intent', secret.split('_secret_')[0] ?? '')
    history.replaceState(history.state, '', url)
  }, [])
}
