import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

interface Opened {
  button: HTMLElement
  /** The links, buttons and notes of the server's menu, in order. */
  items: HTMLElement[]
}

let show: (opened: Opened) => void = () => {}

/** One menu for all buttons of the page: it shows the contents of the server's menu beside the button. */
function OfficeMenu() {
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setIsOpen] = useState(false)
  show = (next) => {
    setOpened(next)
    setIsOpen(true)
  }
  useEffect(() => {
    opened?.button.setAttribute('aria-haspopup', 'menu')
    opened?.button.setAttribute('aria-expanded', String(isOpen))
  }, [opened, isOpen])
  const place = opened?.button.getBoundingClientRect()
  return (
    <Root open={isOpen} onOpenChange={setIsOpen} modal={false}>
      <Trigger asChild>
        <span
          aria-hidden="true"
          className="menu-place"
          style={place && { top: place.top, left: place.left, width: place.width, height: place.height }}
        />
      </Trigger>
      <Portal container={host}>
        <Content
          className="menu-drop"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          aria-labelledby={undefined}
          aria-label={opened && nameOf(opened.button)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opened?.button.focus()
          }}
        >
          {opened?.items.map((item, number) => (
            <Item
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of one menu keep their order
              key={number}
              asChild
              textValue={item.textContent ?? ''}
              disabled={item.matches('.menu-note')}
              onSelect={item instanceof HTMLAnchorElement ? undefined : () => item.click()}
            >
              {copyOf(item)}
            </Item>
          ))}
        </Content>
      </Portal>
    </Root>
  )
}

/** Returns the selector of a button. An ID would do too, but a swap takes a button with one of our IDs for another one. */
function nameOf(button: HTMLElement) {
  const copy = button.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return button.getAttribute('aria-label') ?? copy.innerText
}

/** Copies an item: a link stays one, so that it can be opened in another tab; a form's button is pressed where it stands. */
function copyOf(item: HTMLElement) {
  const { className, dataset } = item
  const html = { __html: item.innerHTML }
  if (!(item instanceof HTMLAnchorElement)) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered
    return <div className={className} dangerouslySetInnerHTML={html} />
  }
  const current = item.getAttribute('aria-current') === 'page' ? 'page' : undefined
  return (
    <a
      href={item.href}
      className={className}
      aria-current={current}
      data-stay={dataset.stay}
      data-tone={dataset.tone}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered
      dangerouslySetInnerHTML={html}
    />
  )
}

// Outside the body, which the next page replaces.
const host = document.createElement('div')
// A menu that prints the page must not be printed.
host.className = 'no-print'
document.documentElement.append(host)
flushSync(() => createRoot(host).render(<OfficeMenu />))

/**
 * Opens the menu of a button with copies of `items`, the visible items of the server's menu. With the keyboard, the
 * first one gets the focus.
 */
export function openMenu(button: HTMLElement, items: HTMLElement[], byKeys: boolean): void {
  flushSync(() => show({ button, items }))
  if (byKeys) setTimeout(() => host.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
}
