import { expect } from 'vitest'
import { type RefusalCode, Refused } from '~/platform/refused'
import type { Toast } from '~/utils/toast'
import type { Answer, Visitor } from './visitor'

/** As much of a toast as the test is about. */
type Shown = Omit<Partial<Toast>, 'undo'> & { undo?: Partial<Toast['undo']> }

interface Own<Returned> {
  /** A refusal that was thrown, or a call's answer, with this code; its message contains the text. */
  toBeRefused(code: RefusalCode, message?: string | RegExp): Returned
  /** An answer that leads to this address by GET: 302 or 303, never one that would post a form again. */
  toRedirect(path: string): Returned
  /** The next page of this visitor shows a toast with this title; it is shown once. */
  toToast(title: string, more?: Shown): Promise<void>
}

declare module 'vitest' {
  interface Matchers<T> extends Own<T> {}
}

const refusalIn = (received: unknown): { code?: unknown; message?: unknown } =>
  received instanceof Refused ? received : ((received as Partial<Answer>)?.body ?? {})

expect.extend({
  toBeRefused(received: unknown, code: RefusalCode, message: string | RegExp = '') {
    const { code: actual, message: said } = refusalIn(received)
    const wanted = { code, message: expect.stringMatching(message) }
    return {
      pass: this.equals({ code: actual, message: said }, wanted),
      message: () =>
        `${this.utils.printReceived(received)}\nis not refused with ${this.utils.printExpected({ code, message })}`,
    }
  },
  toRedirect({ status, headers }: Answer, path: string) {
    const leads = { status, location: headers.get('Location') }
    return {
      pass: (status === 302 || status === 303) && leads.location === path,
      message: () => `${this.utils.printReceived(leads)}\ndoes not lead to ${this.utils.printExpected(path)}`,
    }
  },
  async toToast(visitor: Visitor, title: string, more: Shown = {}) {
    const { toast } = await visitor.page()
    return {
      pass: this.equals(toast, { title, ...more }, [this.utils.iterableEquality, this.utils.subsetEquality]),
      message: () =>
        `${this.utils.printReceived(toast)}\nis not the toast ${this.utils.printExpected({ title, ...more })}`,
    }
  },
})
