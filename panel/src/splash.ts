// The screen that index.html shows until the first page has loaded. It covers the window, so that the layout does not jump when
// it goes.
export const removeSplash = (): void => document.getElementById('arriving')?.remove()
