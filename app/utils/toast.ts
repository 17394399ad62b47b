export interface Toast {
  id: string
  type: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** A button that posts `fields` to `action` to undo the change. */
  undo?: {
    label: string
    action: string
    fields: Record<string, string>
    /** Whether it answers a question, which stays until it is answered or dismissed. */
    asks?: true
  }
}
