import { textBlocks } from '~/models/waivers/waiver'

/** The text of a waiver as it is read: headings, and paragraphs whose lines stay. */
export function WaiverText({ text }: { text: string }) {
  return (
    <div className="grid max-w-prose gap-3 [overflow-wrap:anywhere]">
      {textBlocks(text).map((block, i) =>
        block.kind === 'heading' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not move
          <h2 key={i} className="mt-2 text-base">
            {block.text}
          </h2>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not move
          <p key={i} className="whitespace-pre-line">
            {block.text}
          </p>
        ),
      )}
    </div>
  )
}
