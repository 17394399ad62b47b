export interface Toast {
  id: string
  type: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** A button that posts `fields` to `action` and takes back what was done. */
  undo?: { label: string; action: string; fields: Record<string, string> }
}
