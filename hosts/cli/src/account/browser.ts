/**
 * Shows a page to whoever sits at this machine. Nothing happens where there is no browser, or where what a server named
 * is no page: it might as well name a file or a program.
 */
export async function showPage(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return;
  try {
    const { default: open } = await import("open");
    await open(url);
  } catch {
    // The address is printed too.
  }
}
