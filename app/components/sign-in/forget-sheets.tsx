import { useNonce } from '~/components/nonce'

/** Whoever comes to sign in does not find the sheets of the one before on this device. What is not sent yet stays, for its maker. */
export const ForgetSheets = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a line of our own
  <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: 'self.caches&&caches.delete("sheets")' }} />
)
