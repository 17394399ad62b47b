import '~/components/form/show-password.inline.js'
import { openDialogs, watchDialogs } from './dialogs'
import { watchDoubleClicks } from './double-click'
import { watchFilters } from './filter'
import { prepareForms, watchForms } from './forms'
import { startIslands } from './islands'
import { watchLinks } from './links'
import { watchMenus } from './menus'
import { placeToasts, watchToasts } from './toasts'
import { watchUnfolding } from './unfold'
import { onShown, visit } from './visit'

// A page is complete without any of this. The scripts make links and forms marked `data-stay` swap their answer in,
// make dialogs modal, and start the few parts that follow what someone types. Listeners are on the document, so a swap
// keeps them.
function prepare() {
  openDialogs()
  placeToasts()
  prepareForms()
  startIslands(() => void visit(location.href, { history: 'replace' }))
}

document.documentElement.dataset.scripts = ''
// Before the others, which must not hear of a click that is ignored.
watchDoubleClicks()
watchLinks()
watchFilters()
watchForms()
watchDialogs()
watchMenus()
watchToasts()
watchUnfolding()
onShown(() => {
  prepare()
  document.dispatchEvent(new Event('shown'))
})
prepare()
