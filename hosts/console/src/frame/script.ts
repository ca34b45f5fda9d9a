/**
 * The script of all pages, which work without it: `/` searches, a button copies, files are dropped, and parts of a page that
 * change (`data-live`, an interval in seconds) are fetched again.
 */
export const SCRIPT = `"use strict";
(() => {
  const isTyping = (element) => element && /^(?:input|textarea|select)$/i.test(element.tagName);
  document.addEventListener("keydown", (event) => {
    const search = document.getElementById("site-search");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !search || isTyping(event.target)) return;
    event.preventDefault();
    search.focus();
  });
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      const status = document.getElementById(button.getAttribute("aria-describedby"));
      if (status) status.textContent = button.dataset.copied;
    });
  }
  const refresh = async (part) => {
    const reply = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const fresh = page.getElementById(part.id);
    if (!fresh) return location.reload();
    const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    if (fresh.outerHTML !== part.outerHTML) part.replaceWith(fresh);
    if (focused && fresh.isConnected) [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    live(fresh.isConnected ? fresh : part);
  };
  const live = (part) => {
    const seconds = Number(part.dataset.live);
    if (seconds > 0) setTimeout(() => refresh(part).catch(() => live(part)), seconds * 1000);
  };
  document.querySelectorAll("[data-live]").forEach(live);
  const uploadForm = document.querySelector("form[data-drop]");
  if (uploadForm) {
    const input = uploadForm.querySelector("input[type=file]");
    const progress = uploadForm.querySelector("progress");
    const status = uploadForm.querySelector("[role=status]");
    const send = () => {
      const request = new XMLHttpRequest();
      request.open("POST", uploadForm.action);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        progress.hidden = false;
        progress.max = total;
        progress.value = loaded;
        status.textContent = Math.floor((100 * loaded) / total) + " %";
      });
      request.addEventListener("load", () => {
        if (request.status < 400) location.assign(request.responseURL || location.href);
        else {
          const page = new DOMParser().parseFromString(request.responseText, "text/html");
          document.querySelector("main").replaceWith(page.querySelector("main"));
          document.querySelector("main").focus();
        }
      });
      request.addEventListener("error", () => {
        status.textContent = uploadForm.dataset.failed;
      });
      request.send(new FormData(uploadForm));
    };
    uploadForm.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      if (!event.dataTransfer.files.length) return;
      uploadForm.closest("[hidden]")?.removeAttribute("hidden");
      input.files = event.dataTransfer.files;
      send();
    });
  }
})();
`;
