import type { Start } from '../islands'

const EVERY_MS = 3000
const AT_MOST_MS = 60_000

/**
 * Once a form inside has opened the payment provider's page in another tab, this one is read again every three seconds, until it is
 * looked at again or a minute has passed.
 */
export const start: Start = (element, _props, { refresh }) => {
  // Without scripts the page opens in place of this one.
  element.querySelector('button[data-new-tab]')?.setAttribute('formtarget', '_blank')
  let stop = () => {}
  const away = ({ submitter }: SubmitEvent) => {
    const form = submitter?.closest('form')
    if ((submitter?.getAttribute('formtarget') ?? form?.target) !== '_blank') return
    stop()
    const back = () => {
      if (document.visibilityState !== 'visible') return
      stop()
      refresh()
    }
    const tick = setInterval(refresh, EVERY_MS)
    const end = setTimeout(() => stop(), AT_MOST_MS)
    document.addEventListener('visibilitychange', back)
    stop = () => {
      clearInterval(tick)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', back)
    }
  }
  element.addEventListener('submit', away)
  return () => {
    stop()
    element.removeEventListener('submit', away)
  }
}
