/** Files dragged from the desktop into a page, by the browser's own input events: a person's hand, not a script's call. */
import type { Locator, Page } from 'playwright-core'

export interface Drag {
  /** Holds the files where they are; a browser tells a page so again and again. */
  hold(): Promise<void>
  /** Lets go of the files where they are. */
  drop(): Promise<void>
}

/** Drags files of the disk over the middle of a place in a page. */
export async function dragFiles(page: Page, place: Locator, files: readonly string[]): Promise<Drag> {
  const box = await place.boundingBox()
  if (!box) throw new Error(`${place.toString()} is not to be seen`)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  // 1 allows to copy, which is all that files from a desktop are.
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const move = (type: 'dragEnter' | 'dragOver' | 'drop'): Promise<unknown> =>
    session.send('Input.dispatchDragEvent', { type, ...at, data })
  await move('dragEnter')
  await move('dragOver')
  return {
    hold: async () => {
      await move('dragOver')
    },
    drop: async () => {
      await move('drop')
      await session.detach()
    },
  }
}

/** Makes a page's uploads as slow as asked, in bytes a second, so that their progress can be seen. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number): Promise<unknown> =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await session.send('Network.enable')
  await limit(bytesPerSecond)
  return async () => {
    await limit(-1)
    await session.detach()
  }
}
