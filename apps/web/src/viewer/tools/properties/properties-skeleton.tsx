import { Skeleton } from '../../../platform/design/skeleton.js'

/** Renders the place of properties that are loading. */
export function PropertiesSkeleton() {
  return (
    <div className="space-y-3 p-4">
      {[80, 60, 70, 50].map((width) => (
        <div key={width} style={{ width: `${width}%` }}>
          <Skeleton className="h-4" />
        </div>
      ))}
    </div>
  )
}
