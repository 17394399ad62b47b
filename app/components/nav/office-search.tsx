import { useLocation } from '@remix-run/react'
import { Form } from '~/components/form/form'
import { useNonce } from '~/components/nonce'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'
// `/` moves the focus to the search box, or opens the search screen.
import searchOnSlash from './search-on-slash.inline.js?raw'

export const SEARCH_HINT = 'Rider, parent, phone, email or horse'

/** The office's search on every screen: a box, or on a narrow screen a link to one. */
export function OfficeSearch() {
  const nonce = useNonce()
  const onItsScreen = useLocation().pathname === paths.search()
  return (
    <>
      {onItsScreen ? null : (
        <>
          <Form role="search" action={paths.search()} className="ms-2 hidden xl:block">
            <input
              type="search"
              name="q"
              data-search
              maxLength={100}
              aria-label="Search everything"
              aria-keyshortcuts="/"
              placeholder="Search  /"
              title={`${SEARCH_HINT}. Press / to come here.`}
              autoComplete="off"
              className="input h-11 w-36 2xl:w-64"
            />
          </Form>
          <Link
            to={paths.search()}
            data-search
            className="btn btn-quiet w-11 px-0 xl:hidden"
            aria-label="Search everything"
          >
            <Icon name="search" className="size-6" />
          </Link>
        </>
      )}
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours
        dangerouslySetInnerHTML={{ __html: searchOnSlash }}
      />
    </>
  )
}
