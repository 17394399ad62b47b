import type { Slot } from '~/models/vocabulary/slot'
import type { LocalDate } from '../../app/utils/dates'
import { formatTimeOfDay } from '../../app/utils/time-of-day'
import { PlainBrowser } from '../../test/harness/plain-browser'

export interface Answer {
  status: number
  /** The reason of a refusal; otherwise empty. */
  message: string
  /** The body of a call's answer. */
  body?: Record<string, unknown>
}

interface OfficeRide {
  studentId: string
  date: LocalDate
  scheduledTime: string
  type: string
}

interface MarkedRide {
  studentId: string
  lessonDate: string
  lessonTime: string
  attendanceStatus: string
  version: string
}

/** A signed-in office browser without scripts, which also calls the API. One request at a time. */
export class Client {
  /** The milliseconds that each change took. */
  readonly times: number[] = []
  readonly #browser: PlainBrowser
  #csrf = ''

  constructor(
    base: string,
    readonly actorId: string,
    session: string,
    /** A page with a form that this person may see. */
    readonly formPage = '/admin/lessons/new',
  ) {
    this.#browser = new PlainBrowser(base, session)
  }

  async json(method: string, path: string, body: unknown): Promise<Answer> {
    const response = await this.#timed(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said = await response.json()
    return { status: response.status, message: response.ok ? '' : (said.message ?? ''), body: said }
  }

  async form(path: string, fields: Record<string, string>): Promise<Answer> {
    this.#csrf ||= await this.#token()
    const response = await this.#timed(path, {
      method: 'POST',
      body: new URLSearchParams({ csrf: this.#csrf, ...fields }),
    })
    const page = await response.text()
    const refused =
      /role="alert"[^>]*>(.*?)<\/div>/s.exec(page)?.[1] ?? /<h[12][^>]*>(Lesson not found)</.exec(page)?.[1]
    const message = response.status < 400 ? '' : (refused ?? 'a page without a reason')
    return {
      status: response.status,
      message: message
        .replace(/<p[^>]*>/g, ' ')
        .replace(/<[^>]*>/g, '')
        .trim(),
    }
  }

  /** Returns everyone in a lesson between the first and the last of these days. */
  async rides(days: LocalDate[]): Promise<{ slot: Slot; riderId: string }[]> {
    const [from = '', ...later] = [...days].sort()
    const to = later.at(-1) ?? from
    const rides = await this.#read<OfficeRide[]>(`/api/admin/lessons?startDate=${from}&endDate=${to}`)
    return rides.map(({ date, scheduledTime: time, type, studentId }) => ({
      slot: { date, time, type },
      riderId: studentId,
    }))
  }

  /** Returns a marked ride from the API. */
  async seenRide(date: string, time: string, riderId: string): Promise<MarkedRide | undefined> {
    const rides = await this.#read<MarkedRide[]>(`/api/lessons/attendance-data?week=${date}`)
    return rides.find(
      (ride) => ride.studentId === riderId && ride.lessonDate === date && ride.lessonTime === formatTimeOfDay(time),
    )
  }

  async #read<Body>(path: string): Promise<Body> {
    const response = await this.#browser.ask(path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }

  async #timed(path: string, init: RequestInit): Promise<Response> {
    const started = performance.now()
    const response = await this.#browser.ask(path, init)
    this.times.push(performance.now() - started)
    return response
  }

  async #token(): Promise<string> {
    const response = await this.#browser.ask(this.formPage)
    const token = /name="csrf" value="([^"]+)"/.exec(await response.text())?.[1]
    if (!token) throw new Error(`A page without a form token, status ${response.status}`)
    return token.replaceAll('&amp;', '&')
  }
}
