import { textParts } from './mentions.js'

/** Renders a comment as plain text, with mentions highlighted. */
export function CommentText({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <p className="text-14 wrap-anywhere whitespace-pre-wrap">
      {textParts(text, names).map((part, index) =>
        part.isMention ? (
          <span key={index} className="font-medium text-accent">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
