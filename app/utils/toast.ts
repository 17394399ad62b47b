export interface Toast {
  id: string
  type: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** A button that posts `fields` to `action` to undo the change. */
  undo?: { label: string; action: string; fields: Record<string, string> }
}
