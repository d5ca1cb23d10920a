// What index.html shows until there is a page. It covers the window, so that nothing jumps when it goes.
export const removeSplash = (): void => document.getElementById('arriving')?.remove()
