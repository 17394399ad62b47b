export interface SandboxText {
  sid: string
  from: string
  to: string
  body: string
  status: string
  date_created: string
  direction: 'outbound-api' | 'inbound'
}

export interface TextSandbox {
  /** Answers like the provider's API, and shows the phones at its root. */
  handle(request: Request): Promise<Response>
  texts: SandboxText[]
  /** Sends a phone's reply to the school. Resolves once the school has answered. */
  reply(from: string, body: string, sid?: string): Promise<number>
  /** Reports a text's state. */
  report(sid: string, status: string, errorCode?: number): Promise<number>
  /** The number of tries that were refused or lost. */
  tries: number
}
