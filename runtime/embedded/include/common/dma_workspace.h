// Indices of the workspaces of the asynchronous DMA engines.
#pragma once

enum DmaWorkspaceKind { DMA_WORKSPACE_SDMA = 0, DMA_WORKSPACE_URMA = 1, DMA_WORKSPACE_KIND_COUNT = 2 };
