import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches, useRouteError } from '@remix-run/react'
import type { CSSProperties, ReactNode } from 'react'
import { language, t } from '#text'
import { MainScript, ScriptTexts } from './components/main-script'
import { SchoolFooter } from './components/nav/school-footer'
import { TopNav } from './components/nav/top-nav'
import { ConfirmScreen } from './components/screens/confirm-screen'
import { ErrorScreen } from './components/screens/error-screen'
import { Styles } from './components/styles'
import { ToastRegion } from './components/toast'
import { type RootData, useRoot } from './components/use-root'
import { getCoats } from './models/school/coats.server'
import { getSchool, shownSchool } from './models/school/current-school.server'
import { SCHOOL_COLORS, type SchoolColor, toneOf } from './models/school/face/school-color'
import { unsentChanges } from './models/unsent/unsent-cookie'
import { getEnv } from './platform/env.server'
import { isMailSetUp } from './services/mail/set-up.server'
import { CONFIRM_FIRST, CONFIRM_TITLE, type Confirmation } from './utils/confirmation'
import { getSignedIn, renewedCookie } from './web/auth.server'
import { formToken } from './web/csrf.server'
import { getToast } from './web/toast.server'

/** Whether an action answered that the password has to be confirmed first. No loader has run then, so the screen has no frame. */
const asksFirst = (error: unknown): error is { data: Confirmation } =>
  isRouteErrorResponse(error) && error.statusText === CONFIRM_FIRST

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  {
    title: asksFirst(error) ? t(CONFIRM_TITLE) : (data?.school ?? 'Stirrup'),
  },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await getSignedIn(request)
  const [csrf, csrfCookie] = await formToken(request)
  const { toast, headers } = await getToast(request)
  for (const cookie of [csrfCookie, await renewedCookie(request)]) if (cookie) headers.append('Set-Cookie', cookie)
  const { name, phone, email, address, color, logo, passwordLeast } = await (viewer ? getSchool() : shownSchool())
  const demo = getEnv().mode === 'demo'
  const unsent = viewer ? unsentChanges(request.headers.get('Cookie'), viewer.id) : 0
  const contact = { phone, email, address }
  const known: RootData = {
    viewer,
    csrf,
    toast,
    school: name,
    color,
    logo,
    coats: viewer ? await getCoats() : {},
    contact,
    passwordLeast,
    demo,
    mails: isMailSetUp(),
    unsent,
  }
  return data(known, { headers })
}

// The headers of a thrown response win, such as the Refresh of the access-denied page.
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {}

/** Sets the hue of the school's own color, from which `tokens.css` has its tones. */
function colored(color: SchoolColor | null) {
  if (!color) return {}
  const { hue, chroma } = SCHOOL_COLORS[color]
  return { 'data-color': color, style: { '--brand-hue': hue, '--brand-chroma': chroma } as CSSProperties }
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches()
  // Root, frame, screen, dialog: two pages of one screen differ in their dialogs and in what the screen shows.
  const screen = matches[2]?.id
  const color = useRoot()?.color ?? null
  const isActive = matches.some(({ handle }) => (handle as { scripts?: boolean } | undefined)?.scripts)
  return (
    <html lang={language()} {...colored(color)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={toneOf(color, 'brand')} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={toneOf(color, 'darkBanner')} media="(prefers-color-scheme: dark)" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Styles />
        <Links />
        {process.env.NODE_ENV === 'development' ? <script type="module" src="/app/browser/reload.ts" /> : null}
      </head>
      <body data-screen={screen}>
        <div id="page" className="contents">
          {children}
        </div>
        <ToastRegion toast={useRoot()?.toast} />
        {isActive ? <ScriptTexts /> : null}
        {isActive ? <MainScript /> : null}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (asksFirst(error)) return <ConfirmScreen {...error.data} />
  return (
    <>
      <TopNav />
      <ErrorScreen error={error} />
      <SchoolFooter />
    </>
  )
}
