import { useServerContext } from './server-context'

/** Returns the nonce of the page's content security policy, for an inline script or style. Undefined in the browser. */
export const useNonce = (): string | undefined => useServerContext().nonce
