import { describeConcurrentChanges } from '../../testing/concurrent-changes.js'

// A hundred of them in the night.
describeConcurrentChanges(12)
