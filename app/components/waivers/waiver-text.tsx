import { textBlocks } from '~/models/waivers/waiver'

/** The text of a waiver: headings, and paragraphs with their line breaks. */
export function WaiverText({ text }: { text: string }) {
  return (
    <div className="grid max-w-prose gap-3 [overflow-wrap:anywhere]">
      {textBlocks(text).map((block, i) =>
        block.kind === 'heading' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text doesn't change
          <h2 key={i} className="mt-2 text-base">
            {block.text}
          </h2>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text doesn't change
          <p key={i} className="whitespace-pre-line">
            {block.text}
          </p>
        ),
      )}
    </div>
  )
}
