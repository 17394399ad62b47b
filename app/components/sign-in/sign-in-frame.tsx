import type { ReactNode } from 'react'
import { t } from '#text'
import { SchoolFooter } from '~/components/nav/school-footer'
import { SchoolMark } from '~/components/nav/school-mark'
import { ForgetSheets } from '~/components/sign-in/forget-sheets'
import { useRoot } from '~/components/use-root'

/** The frame of all screens for signing in: the school's name on the left, or above on a phone. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const school = useRoot()?.school ?? 'Stirrup'
  return (
    <div className="grid flex-1 content-start lg:grid-cols-2 lg:content-stretch">
      <header className="relative grid content-center overflow-hidden bg-banner px-4 py-6 text-on-banner sm:px-8 lg:p-16">
        <Pasture />
        <div className="relative mx-auto flex w-full max-w-md items-center gap-4 lg:block lg:pb-24">
          <SchoolMark mark="size-12 lg:mb-6 lg:size-20" logo="h-14 max-w-32 lg:mb-6 lg:h-24 lg:max-w-64" />
          <div>
            <h1 className="lg:text-2xl">{school}</h1>
            <p className="text-lg">{t('Student Portal')}</p>
          </div>
          <ul className="mt-8 hidden gap-2 text-lg lg:grid">
            <li>{t('See when you ride next')}</li>
            <li>{t('Buy lessons and hacks for the month')}</li>
            <li>{t('See how many lessons you have left')}</li>
          </ul>
        </div>
      </header>
      <main
        id="main"
        className="mx-auto grid w-full max-w-md content-start gap-4 px-4 py-6 sm:px-8 lg:content-center lg:px-0 lg:py-12"
      >
        {children}
        <div className="-mx-4 sm:-mx-6">
          <SchoolFooter />
        </div>
        <ForgetSheets />
      </main>
    </div>
  )
}

/** Hills and a fence, at the bottom of the panel on wide screens. */
function Pasture() {
  const posts = [30, 130, 230, 330, 430, 530, 630]
  return (
    <svg
      viewBox="0 0 640 220"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-x-0 bottom-0 hidden h-56 w-full lg:block"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M0 120C110 40 210 60 320 110S540 150 640 70V220H0Z" opacity=".08" />
      <path d="M0 170C140 120 260 190 390 160S570 110 640 140V220H0Z" opacity=".1" />
      <g opacity=".28">
        {posts.map((x) => (
          <path key={x} d={`M${x} 140h7v80h-7Z`} />
        ))}
        <path d="M0 154h640v6H0ZM0 184h640v6H0Z" />
      </g>
    </svg>
  )
}
