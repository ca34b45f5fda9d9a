/**
 * Opens a page in the user's browser. Does nothing without a browser, or when the URL is not http(s): a server could
 * name a file or a program.
 */
export async function showPage(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return;
  try {
    const { default: open } = await import("open");
    await open(url);
  } catch {
    // The URL is printed, too.
  }
}
