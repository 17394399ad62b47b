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
  /** Answers as the provider's API does, and shows the phones at its root. */
  handle(request: Request): Promise<Response>
  texts: SandboxText[]
  /** A phone writes to the school. Resolves once the school has answered. */
  reply(from: string, body: string, sid?: string): Promise<number>
  /** Says what became of a text. */
  report(sid: string, status: string, errorCode?: number): Promise<number>
  /** Tries that were refused or lost. */
  tries: number
}
